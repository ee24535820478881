import type { MemberCard, MemberProfile } from '../../../shared/api/members.ts'
import { CHOICE_FIELDS } from '../../../shared/tenants/profile-fields.ts'
import { useMessage, useSite, useT } from '../../site/site.tsx'
import { useUser } from '../../session/use-user.ts'
import { FictionalTag, useFictionalIcon } from '../../members/fictional-tag.tsx'
import { GiftsRow } from '../../gifts/gifts-row.tsx'
import { InterestIcon } from '../../members/interest-icon.tsx'
import { PlaceName } from '../../members/place.tsx'
import { OnlineDot } from '../../ui/avatar.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Cluster } from '../../ui/layout.tsx'
import { Actions } from './actions.tsx'
import { Gallery } from './gallery.tsx'
import { Prompts } from './prompts.tsx'
import { WordsSkeleton } from './profile-skeleton.tsx'
import styles from './member-profile.module.css'

/**
 * Pictures first, then the name, short facts and texts; the actions stay within reach. While `profile` is null, the facts from the card are shown.
 * `begun`: the page was opened from a card.
 */
export function Profile({ card, profile, begun }: { card: MemberCard; profile: MemberProfile | null; begun: boolean }) {
  const user = useUser()
  const own = user?.profile?.id === card.id
  return (
    <article className={styles.profile} aria-busy={profile === null || undefined}>
      <Gallery card={card} profile={profile} begun={begun} />
      <Head member={card} />
      <div className={`${styles.facts} when-complete-wide`}>
        {card.fictional && <FictionalWarning />}
        {profile ? (
          <>
            <MatchBanner member={profile} />
            <Facts member={profile} />
            <Interests member={profile} />
            <Notes member={profile} />
            <Prompts member={profile} />
            <Details member={profile} />
            <GiftsRow gifts={profile.gifts} />
          </>
        ) : (
          <WordsSkeleton />
        )}
      </div>
      {!own && <Actions member={card} gifts={profile?.accepts_gifts ?? false} />}
    </article>
  )
}

function Head({ member }: { member: MemberCard }) {
  const t = useT()
  return (
    <header className={styles.head}>
      <h1 className={styles.name}>
        <bdi>{member.name}</bdi>
        {member.age !== null && <span className={styles.age}>, {member.age}</span>}
      </h1>
      <Cluster gap={3} className={styles.line}>
        {member.fictional && <FictionalTag tone="accent" />}
        <span className={styles.fact}>
          <Icon name="pin" size="small" />
          <PlaceName country={member.country} region_name={member.region_name} whole />
        </span>
        {!member.fictional && member.online === 'now' && (
          <span className={styles.fact}>
            <OnlineDot label="" />
            {t('member.online_now')}
          </span>
        )}
        {!member.fictional && member.online === 'today' && <span className={styles.fact}>{t('member.active_today')}</span>}
      </Cluster>
    </header>
  )
}

function FictionalWarning() {
  const { tenant } = useSite()
  const icon = useFictionalIcon()
  return (
    <Banner tone="warning" icon={icon} data-testid="fictional-warning">
      {tenant.fictional_warning}
    </Banner>
  )
}

function MatchBanner({ member }: { member: MemberProfile }) {
  const t = useT()
  if (!member.match) return null
  return (
    <Banner tone="brand" icon="heart-filled">
      {t('profile.match', { member: member.name })}
    </Banner>
  )
}

function Facts({ member }: { member: MemberProfile }) {
  const t = useT()
  const message = useMessage()
  const { translator } = useSite()
  const looking = member.looking_for.map((wish) => message(`gender.many.${wish}`))
  if (!member.gender && looking.length === 0) return null
  return (
    <Cluster as="ul" gap={2} aria-label={t('profile.facts')}>
      {member.gender && (
        <li>
          <Chip icon="user">{message(`gender.${member.gender}`)}</Chip>
        </li>
      )}
      {looking.length > 0 && (
        <li>
          <Chip icon="search">{t('profile.looking_for', { genders: translator.intl.formatList(looking, { type: 'unit' }) })}</Chip>
        </li>
      )}
    </Cluster>
  )
}

/** The operator's fields that the member has filled in, label and value. */
function Details({ member }: { member: MemberProfile }) {
  const t = useT()
  const message = useMessage()
  const { tenant, translator } = useSite()
  const told = tenant.visible_profile_fields.flatMap((field): { field: string; value: string }[] => {
    if (field === 'date_of_birth') {
      const day = member.date_of_birth && translator.intl.formatDate(member.date_of_birth, { dateStyle: 'long', timeZone: 'UTC' })
      return day ? [{ field, value: day }] : []
    }
    const choice = CHOICE_FIELDS.find((one) => one === field)
    const key = choice && member[choice]
    return key ? [{ field, value: message(`value.${field}.${key}`) }] : []
  })
  if (told.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>{t('profile.facts')}</h2>
      <dl className={styles.details}>
        {told.map(({ field, value }) => (
          <div key={field} className={styles.detail}>
            <dt>{message(`profile.${field}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The texts in the member's own words, in the operator's order. */
function Notes({ member }: { member: MemberProfile }) {
  const message = useMessage()
  const { tenant } = useSite()
  return tenant.visible_profile_notes.map(
    (note) =>
      member[note] && (
        <section key={note} className={styles.section}>
          <h2>{message(`profile.${note}`)}</h2>
          <p className={styles.about} dir="auto">
            {member[note]}
          </p>
        </section>
      )
  )
}

/** The viewer's own interests among them come first, under their own heading. */
function Interests({ member: { interests, shared_interests: shared } }: { member: MemberProfile }) {
  const t = useT()
  if (interests.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>{t('profile.interests')}</h2>
      {shared.length > 0 && (
        <>
          <h3 className={styles.common}>{t('profile.in_common')}</h3>
          <InterestChips interests={shared} className={styles.shared} />
        </>
      )}
      <InterestChips interests={interests.filter((interest) => !shared.includes(interest))} />
    </section>
  )
}

function InterestChips({ interests, className }: { interests: readonly string[]; className?: string }) {
  const message = useMessage()
  if (interests.length === 0) return null
  return (
    <Cluster as="ul" gap={2}>
      {interests.map((interest) => (
        <li key={interest}>
          <Chip icon={<InterestIcon interest={interest} />} className={className}>
            {message(`interest.${interest}`)}
          </Chip>
        </li>
      ))}
    </Cluster>
  )
}
