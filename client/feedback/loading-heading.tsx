import { useT } from '../site/site.tsx'

/** The page's heading for screen readers while nothing is known yet. A navigation doesn't focus it, since it is about to be replaced. */
export function LoadingHeading() {
  const t = useT()
  return <h1 className="visually-hidden">{t('layout.loading')}</h1>
}
