import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FoundMatch, MatchAnswers } from '../../../shared/api/match-finder.ts'
import type { MemberFilters } from '../../../shared/api/search.ts'
import { searchKeeping } from '../../../shared/routes/search-query.ts'
import { queryOf } from '../../api/queries.ts'
import { write } from '../../api/call.ts'
import { useErrorToast } from '../../feedback/use-error-toast.ts'
import { forgetProgress } from '../../forms/kept-progress.ts'
import { FoundMember } from '../../members/found-member.tsx'
import { useRegions } from '../../members/place.tsx'
import { useLink } from '../../router/link.tsx'
import { useUser } from '../../session/use-user.ts'
import { useMessage, useSite, useT } from '../../site/site.tsx'
import { showToast } from '../../state/toasts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Cluster } from '../../ui/layout.tsx'
import styles from './match-finder.module.css'
import { useProgressKey } from './progress-key.ts'

export interface MatchesProps {
  answers: MatchAnswers
  members: readonly FoundMatch[]
}

type Reason = FoundMatch['reasons'][number]

/** Number of pictures, about one screen, that are fetched first. */
const EAGER = 3

const ICONS: Record<Reason['type'], IconName> = { interests: 'sparkle', reason: 'heart', region: 'pin', looks_for_you: 'user' }

/** Members who fit the answers, best first, each with the reasons. */
export default function Matches({ answers, members }: MatchesProps) {
  const t = useT()
  const change = useLink('match-finder', {}, { change: 1 })
  const user = useUser()
  const search = useLink('members', {}, searchKeeping(user?.search.fictional === 'hide', filtersOf(answers)))
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{t('match-finder.heading')}</h1>
        <p className={styles.lead}>
          <Asked answers={answers} />
        </p>
        <Cluster gap={2}>
          <LinkButton variant="secondary" small icon="edit" {...change}>
            {t('match-finder.change')}
          </LinkButton>
          <Forget />
        </Cluster>
      </div>
      {members.length > 0 && <p className={styles.note}>{t('match-finder.results')}</p>}
      <ul className={styles.matches}>
        {members.map((member, index) => (
          <li key={member.id} className={styles.match}>
            <FoundMember member={member} eager={index < EAGER} />
            <Reasons reasons={member.reasons} />
          </li>
        ))}
      </ul>
      {members.length === 0 && (
        <EmptyState art="lamp" title={t('match-finder.none_title')}>
          {t('match-finder.none_text')}
        </EmptyState>
      )}
      <LinkButton variant="secondary" icon="search" className={styles.more} {...search}>
        {t('match-finder.search')}
      </LinkButton>
    </div>
  )
}

/** The answers in one line: Women · 30–44 · Utrecht · 3 interests. */
function Asked({ answers }: { answers: MatchAnswers }) {
  const t = useT()
  const message = useMessage()
  const { translator } = useSite()
  const { genders, min_age: from, max_age: to, country, region, interests, reasons } = answers
  const regions = useRegions(region === null ? null : country)
  const place = regions.data?.regions.find(({ code }) => code === region)?.name ?? (country && translator.intl.countryName(country))
  const who = genders.map((gender) => message(`gender.many.${gender}`))
  const parts = [
    who.length > 0 ? translator.intl.formatList(who, { type: 'conjunction' }) : t('match-finder.everyone'),
    t('match-finder.ages', { from, to }),
    place ?? t('match-finder.anywhere'),
    interests.length > 0 && t('match-finder.interests_count', { count: interests.length }),
    ...reasons.map((reason) => message(`value.reason.${reason}`))
  ]
  return <span suppressHydrationWarning>{parts.filter(Boolean).join(' · ')}</span>
}

function Reasons({ reasons }: { reasons: readonly Reason[] }) {
  const t = useT()
  const text = useReasonText()
  if (reasons.length === 0) return <p className={styles.reasons}>{t('match-finder.fits')}</p>
  return (
    <ul className={styles.reasons} aria-label={t('match-finder.reasons')}>
      {reasons.map((reason) => (
        <li key={reason.type} className={styles.reason}>
          <Icon name={ICONS[reason.type]} size="small" />
          <span>{text(reason)}</span>
        </li>
      ))}
    </ul>
  )
}

function useReasonText(): (reason: Reason) => string {
  const t = useT()
  const message = useMessage()
  const { translator } = useSite()
  return (reason) => {
    switch (reason.type) {
      case 'interests': {
        const names = reason.interests.map((interest) => message(`interest.${interest}`))
        return t('match-finder.also_likes', { interests: translator.intl.formatList(names, { type: 'conjunction' }) })
      }
      case 'reason':
        return t('match-finder.same_reason', { reason: message(`value.reason.${reason.reason}`) })
      case 'region':
        return t('match-finder.same_region')
      case 'looks_for_you':
        return t('match-finder.looks_for_you')
    }
  }
}

/** Deletes the answers; the questions start over. */
function Forget() {
  const t = useT()
  const queryClient = useQueryClient()
  const showError = useErrorToast()
  const progress = useProgressKey()
  const { mutate, isPending } = useMutation({
    mutationFn: () => write('forgetMatchAnswers', {}),
    onSuccess: async () => {
      forgetProgress(progress)
      await queryClient.invalidateQueries({ queryKey: queryOf('findMatches').queryKey })
      showToast({ text: t('match-finder.forgotten') })
    },
    onError: showError
  })
  return (
    <Button
      variant="quiet"
      small
      icon="trash"
      className="needs-script"
      busy={isPending}
      busyLabel={t('form.sending')}
      onClick={() => mutate()}
    >
      {t('match-finder.forget')}
    </Button>
  )
}

/** The filters of the search that ask for the same. */
function filtersOf({ genders, country, region, min_age, max_age }: MatchAnswers): MemberFilters {
  return {
    ...(genders.length > 0 && { gender: genders }),
    ...(country !== null && { country }),
    ...(region !== null && { countryregion: region }),
    min_age,
    max_age
  }
}
