import { visitorSearch } from '../../../shared/tenants/public-settings.ts'
import { WaysOn } from '../../members/ways-on.tsx'
import { useSite, useT } from '../../site/site.tsx'
import type { PageProps } from '../registry.ts'
import { Filters } from './filters.tsx'
import { MembersOnly } from './invitation.tsx'
import { MemberFilters } from './member-filters.tsx'
import styles from './members.module.css'
import { Results } from './results.tsx'
import { searchHref } from './search-link.ts'

/** Search for members: filters in the address, results page by page. The operator chooses what visitors see of it. */
export default function Page({ search }: PageProps) {
  const t = useT()
  const { tenant, member, trafficSource } = useSite()
  if (!member && visitorSearch(tenant, trafficSource) === 'none') return <MembersOnly />
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{t('members.heading')}</h1>
        {member && <WaysOn className={styles.beside} />}
      </div>
      {/* Another search gets a new form; more pages of the same search don't. */}
      {member ? <MemberFilters key={searchHref(search)} search={search} /> : <Filters key={searchHref(search)} search={search} />}
      <Results search={search} />
    </div>
  )
}
