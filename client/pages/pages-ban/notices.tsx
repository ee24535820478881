import type { DecisionNotice } from '../../../shared/api/appeals.ts'
import { SeeAlso } from '../../documents/document.tsx'
import { useMessage, useSite, useT } from '../../site/site.tsx'
import { Stack } from '../../ui/layout.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import styles from './pages-ban.module.css'

const TITLES = { warn: 'ban.warned', reject_photo: 'ban.photo_refused', remove_message: 'ban.message_removed' } as const

/** Decisions that left the account open with their reasons and ground, also for members whose address isn't confirmed and who get no mail. */
export function Notices({ notices }: { notices: readonly DecisionNotice[] }) {
  const t = useT()
  return (
    <Stack gap={4} className={styles.own}>
      {notices.map((notice) => (
        <SectionCard key={notice.reference} title={t(TITLES[notice.measure])}>
          <Facts {...notice} />
          <SeeAlso routes={['complaints']} />
        </SectionCard>
      ))}
    </Stack>
  )
}

/** The rule and the reasons of a decision, its date and its reference. */
export function Facts({
  reference,
  rule,
  reasons,
  decided_at: decided
}: Pick<DecisionNotice, 'reference' | 'rule' | 'reasons' | 'decided_at'>) {
  const t = useT()
  const message = useMessage()
  const day = useDay()
  return (
    <>
      <dl className={styles.facts}>
        <dt>{t('ban.rule')}</dt>
        <dd>{message(`report.kind.${rule}`)}</dd>
        <dt>{t('ban.reasons')}</dt>
        <dd dir="auto" className={styles.words}>
          {reasons}
        </dd>
      </dl>
      <p>{t('ban.decided', { date: day(decided), reference })}</p>
    </>
  )
}

/** Writes a day as the brand's time zone has it. */
export function useDay(): (at: string) => string {
  const { tenant, translator } = useSite()
  return (at) => translator.intl.formatDate(at, { timeZone: tenant.time_zone, dateStyle: 'long' })
}
