import { visitorSearch } from '../../../shared/tenants/public-settings.ts'
import { useSite, useT } from '../../site/site.tsx'
import type { PageProps } from '../registry.ts'
import { Filters } from './filters.tsx'
import { MembersOnly } from './invitation.tsx'
import styles from './members.module.css'
import { Results } from './results.tsx'
import { searchHref } from './search-link.ts'

/** Search for members: filters in the address, results page by page. What a visitor sees of it is the operator's choice. */
export default function Page({ search }: PageProps) {
  const t = useT()
  const { tenant, member, trafficSource } = useSite()
  if (!member && visitorSearch(tenant, trafficSource) === 'none') return <MembersOnly />
  return (
    <div className={styles.page}>
      <h1 className={styles.heading}>{t('members.heading')}</h1>
      {/* Another search is another form; more of the same one is not. */}
      <Filters key={searchHref(search)} search={search} />
      <Results search={search} />
    </div>
  )
}
