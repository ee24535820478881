import { useT } from '../site/site.tsx'

/** The page's heading while nothing of it is known yet, for screen readers. A navigation doesn't focus it: it is about to go. */
export function LoadingHeading() {
  const t = useT()
  return <h1 className="visually-hidden">{t('layout.loading')}</h1>
}
