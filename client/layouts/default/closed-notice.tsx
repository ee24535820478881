import { useSite, useT } from '../../site/site.tsx'
import { Link } from '../../router/link.tsx'
import { Banner } from '../../ui/banner.tsx'

/** On the pages that stay open when a brand closes, for good or for a while. The page that the link leads to lists all of them. */
export function ClosedNotice() {
  const t = useT()
  const { tenant } = useSite()
  return (
    <Banner tone="warning" data-testid="closed-notice" action={<Link to="index">{t('layout.closed_open')}</Link>}>
      {t(tenant.paused ? 'layout.paused' : 'layout.closed', { site: tenant.name })}
    </Banner>
  )
}
