import type { Standing } from '../../../shared/api/appeals.ts'
import { FORM_FIELD } from '../../../shared/forms/forms.ts'
import { formatMoment } from '../../../shared/i18n/moment.ts'
import { href } from '../../../shared/routes/match.ts'
import { ExportForm } from '../../account/export-form.tsx'
import { RefundField } from '../../account/refund-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { accountDeleted } from '../../session/session-end.ts'
import { useMoney } from '../../shop/use-money.ts'
import { useSite, useT } from '../../site/site.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Stack } from '../../ui/layout.tsx'
import { CurrentPasswordField } from '../../account/current-password-field.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { Facts, useDay } from './notices.tsx'
import styles from './pages-ban.module.css'
import { Withdrawals } from './withdrawals.tsx'

export interface OwnDecisionProps {
  decision: Standing
  /** They have just withdrawn from a purchase. */
  withdrawn: boolean
}

/**
 * The decision about the reader, its reasons and ground; the appeal, withdrawals, their data, and deleting the account. Everything works without a
 * script.
 */
export default function OwnDecision({ decision, withdrawn }: OwnDecisionProps) {
  const t = useT()
  const moment = useMoment()
  const { measure, until, refunded } = decision
  return (
    <Stack gap={4} className={styles.own}>
      <SectionCard title={until ? t('ban.suspended', { date: moment(until) }) : t('ban.banned')}>
        <Facts {...decision} />
        {measure === 'ban' && <Refunded refunded={refunded} />}
      </SectionCard>
      <SectionCard title={t('ban.appeal')}>
        <Appeal decision={decision} />
      </SectionCard>
      {measure === 'suspend' && <Withdrawals done={withdrawn} />}
      <SectionCard title={t('ban.data')}>
        <Stack gap={4}>
          <ExportForm />
          <DeleteAccountForm unused={decision.unused} />
        </Stack>
      </SectionCard>
    </Stack>
  )
}

/** What happens to the credits of a restricted account, where credits are sold. */
function Refunded({ refunded }: Pick<Standing, 'refunded'>) {
  const t = useT()
  const money = useMoney()
  const { sells } = useSite().tenant
  if (refunded.length > 0) return <p>{t('ban.refunded', { amount: refunded.map((one) => money(one.amount, one.currency)).join(' + ') })}</p>
  return sells ? <p>{t('ban.not_refunded')}</p> : null
}

function Appeal({ decision: { appeal, appeal_until: until } }: { decision: Standing }) {
  const t = useT()
  const [day, moment] = [useDay(), useMoment()]
  if (!appeal) return <AppealForm until={moment(until)} />
  if (appeal.outcome === null) return <Banner tone="success">{t('ban.appeal_waiting', { date: day(appeal.due_at) })}</Banner>
  return (
    <>
      <p>{t('ban.appeal_refused')}</p>
      <p dir="auto" className={styles.words}>
        {appeal.answer}
      </p>
    </>
  )
}

function AppealForm({ until }: { until: string }) {
  const t = useT()
  const { form, summary, field, typed, busy } = useForm('appeal', {
    fields: ['text'],
    labels: { text: 'ban.appeal_text' },
    done: () => window.location.assign(href('pages-ban'))
  })
  return (
    <form {...form}>
      <Stack gap={4}>
        <p>{t('ban.appeal_lead', { date: until })}</p>
        <ErrorSummary {...summary} />
        <TextAreaField {...field('text')} label={t('ban.appeal_text')} defaultValue={typed('text')[0]} rows={5} />
        <Button type="submit" busy={busy} busyLabel={t('form.sending')}>
          {t('ban.appeal_submit')}
        </Button>
      </Stack>
    </form>
  )
}

function DeleteAccountForm({ unused }: { unused: Standing['unused'] }) {
  const t = useT()
  const { form, summary, field, busy } = useForm('deleteAccount', {
    fields: ['password'],
    done: accountDeleted
  })
  return (
    <form {...form}>
      <input type="hidden" name={FORM_FIELD} value="deleteAccount" />
      <Stack gap={4}>
        <ErrorSummary {...summary} />
        <CurrentPasswordField {...field('password')} label={t('delete-account-form.password')} />
        <RefundField unused={unused} />
        <Button type="submit" variant="danger" busy={busy} busyLabel={t('form.sending')}>
          {t('delete-account-form.submit')}
        </Button>
      </Stack>
    </form>
  )
}

/** A moment with its time, for things that end at that moment and not at the end of the day. No script tells it in the reader's own zone. */
function useMoment(): (at: string) => string {
  const { tenant, translator } = useSite()
  return (at) => formatMoment(translator, tenant.time_zone, at)
}
