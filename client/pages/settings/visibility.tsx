import type { OwnProfile } from '../../../shared/api/profile.ts'
import { offersGifts } from '../../../shared/rules/gifts.ts'
import { isOffered } from '../../../shared/routes/match.ts'
import { GREETINGS_PER_DAY } from '../../../shared/rules/newcomers.ts'
import { useSite, useT } from '../../site/site.tsx'
import { useProfileSetting } from '../../profile/use-profile-setting.ts'
import { Link } from '../../router/link.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'
import { Section, Waiting } from './section.tsx'
import styles from './settings.module.css'

/** Who else sees the member, besides those who find them here: visitors, newcomers, and sister sites by name. Each only if chosen. */
export function Visibility() {
  const t = useT()
  const { tenant } = useSite()
  const { data, isError, refetch, saving, change } = useProfileSetting()
  const title = t('settings.visibility')
  if (!data) {
    return (
      <Section title={title}>
        <Waiting failed={isError} onRetry={() => void refetch()} />
      </Section>
    )
  }
  const { profile } = data
  return (
    <Section title={title} saving={saving}>
      <SwitchField
        label={t('settings.visitors')}
        help={t('settings.visitors_help')}
        checked={profile.shown_to_visitors}
        onChange={(event) => change({ shown_to_visitors: event.target.checked })}
      />
      <SwitchField
        label={t('settings.visits')}
        help={t('settings.visits_help')}
        checked={profile.shows_visits}
        onChange={(event) => change({ shows_visits: event.target.checked })}
      />
      <SwitchField
        label={t('settings.presence')}
        help={t('settings.presence_help')}
        checked={profile.shows_presence}
        onChange={(event) => change({ shows_presence: event.target.checked })}
      />
      <SwitchField
        label={t('settings.typing')}
        help={t('settings.typing_help')}
        checked={profile.shows_typing}
        onChange={(event) => change({ shows_typing: event.target.checked })}
      />
      <SwitchField
        label={t('settings.read')}
        help={t('settings.read_help')}
        checked={profile.shows_read}
        onChange={(event) => change({ shows_read: event.target.checked })}
      />
      {offersGifts(tenant) && (
        <SwitchField
          label={t('settings.gifts')}
          help={t('settings.gifts_help')}
          checked={profile.accepts_gifts}
          onChange={(event) => change({ accepts_gifts: event.target.checked })}
        />
      )}
      {(tenant.auto_like === 'consented' || profile.greets_newcomers) && (
        <SwitchField
          label={t('settings.greetings')}
          help={t('settings.greetings_help', { count: GREETINGS_PER_DAY })}
          checked={profile.greets_newcomers}
          onChange={(event) => change({ greets_newcomers: event.target.checked })}
        />
      )}
      {profile.sister_sites.length > 0 && <Sisters profile={profile} onChange={(pools) => change({ shown_in: pools })} />}
      {isOffered('profile', tenant) && (
        <p className={styles.lead}>
          <Link to="profile">{t('settings.fields_link')}</Link>
        </p>
      )}
    </Section>
  )
}

function Sisters({ profile, onChange }: { profile: OwnProfile; onChange: (pools: string[]) => void }) {
  const t = useT()
  const { translator } = useSite()
  const list = (names: string[]) => translator.intl.formatList([...new Set(names)], { type: 'unit' })
  return (
    <div className={styles.group}>
      <h3>{t('settings.sisters')}</h3>
      <p className={styles.lead}>{t('settings.sisters_text')}</p>
      {profile.sister_sites.map(({ pool, sites }) => (
        <SwitchField
          key={pool}
          label={<span suppressHydrationWarning>{list(sites.map(({ name }) => name))}</span>}
          help={
            <span suppressHydrationWarning>{t('settings.sisters_company', { company: list(sites.map(({ company }) => company)) })}</span>
          }
          checked={profile.shown_in.includes(pool)}
          onChange={(event) => {
            const others = profile.shown_in.filter((one) => one !== pool)
            onChange(event.target.checked ? [...others, pool] : others)
          }}
        />
      ))}
    </div>
  )
}
