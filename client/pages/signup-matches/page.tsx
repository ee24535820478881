import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/queries.ts'
import { KEEPS_CARDS } from '../../members/keeps-cards.ts'
import { LoadFailed } from '../../feedback/load-failed.tsx'
import { useT } from '../../site/site.tsx'
import { FoundMember } from '../../members/found-member.tsx'
import { useLink } from '../../router/link.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CardGrid } from '../../ui/layout.tsx'
import { MemberCardSkeletons } from '../../ui/member-card.tsx'
import { Interest } from './interest.tsx'
import styles from './signup-matches.module.css'

/** Number of pictures, about one screen, that are fetched first. */
const EAGER = 6

/** The end of signing up: the member it began with, and suggested members. */
export default function SignupMatchesPage() {
  const t = useT()
  const { data, isError, error, refetch } = useQuery({ ...queryOf('getSignupMatches'), ...KEEPS_CARDS })
  const search = useLink('members')
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{t('signup-matches.heading')}</h1>
        <p className={styles.lead}>{t('signup-matches.lead')}</p>
      </div>
      {data?.interest && <Interest member={data.interest} />}
      {isError && !data && <LoadFailed title={t('members.failed_title')} error={error} retry={() => void refetch()} />}
      {!isError && !data && <MemberCardSkeletons count={EAGER} />}
      {data && data.members.length > 0 && (
        <CardGrid>
          {data.members.map((member, index) => (
            <li key={member.id}>
              <FoundMember member={member} eager={index < EAGER} />
            </li>
          ))}
        </CardGrid>
      )}
      {data?.members.length === 0 && (
        <EmptyState art="window" title={t('signup-matches.none_title')}>
          {t('signup-matches.none_text')}
        </EmptyState>
      )}
      {data && (
        <LinkButton variant="secondary" icon="search" className={styles.all} {...search}>
          {t('signup-matches.all')}
        </LinkButton>
      )}
    </div>
  )
}
