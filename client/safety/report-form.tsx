import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { COPIED_MESSAGES, REPORT_KINDS, type ReportKind } from '../../shared/rules/reports.ts'
import { isNotFound } from '../api/api-error.ts'
import { queryOf } from '../api/queries.ts'
import { useErrorToast } from '../feedback/use-error-toast.ts'
import { useForm } from '../forms/use-form.ts'
import { setBlocked } from '../members/use-block.ts'
import { useLink } from '../router/link.tsx'
import { stillHere } from '../router/still-here.ts'
import { useUser } from '../session/use-user.ts'
import { useMessage, useSite, useT } from '../site/site.tsx'
import { useTimeZone } from '../site/use-time-zone.ts'
import { isReportOpen, type Report } from '../state/report.ts'
import { showToast } from '../state/toasts.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { CheckboxField } from '../ui/checkbox-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { FieldGroup } from '../ui/field.tsx'
import { Stack } from '../ui/layout.tsx'
import { TextAreaField } from '../ui/text-area-field.tsx'

interface Receipt {
  reference: string
  due: string
  blocked: boolean
}

interface Begun {
  kind: ReportKind | null
  text: string
  block: boolean
}

/**
 * Text filled in before the dialog was closed, perhaps by a tap beside it, by subject of the report. It is kept as long as the page is open, and not
 * on the device, where others may find it.
 */
const begun = new Map<string, Begun>()

/** A reason, a few words, and the block; then the receipt. */
export default function ReportForm({ report, onClose }: { report: Report; onClose: () => void }) {
  const { name, blockable, onBlocked } = report
  const t = useT()
  const showError = useErrorToast()
  const receiptText = useReceiptText()
  const queryClient = useQueryClient()
  const [isHere] = useState(stillHere)
  const [receipt, setReceipt] = useState<Receipt | null>(null)

  function showBlock({ blocked }: Receipt) {
    if (!blocked || blockable === null) return
    void setBlocked(queryClient, blockable, true)
    if (isHere()) onBlocked?.()
  }

  function close() {
    onClose()
    if (receipt) showBlock(receipt)
  }

  function take(sent: Receipt) {
    if (isReportOpen(report)) return setReceipt(sent)
    // It was closed while it was being sent.
    showToast({ text: `${t('report.sent_title')}. ${receiptText(sent)}`, tone: 'success' })
    showBlock(sent)
  }

  if (receipt) return <Sent name={name} receipt={receipt} onClose={close} />
  return (
    <Dialog open onClose={close} title={t('report.title', { member: name })} closeLabel={t('form.close')}>
      <Questions {...report} onSent={take} onFailed={(failure) => !isReportOpen(report) && showError(failure)} />
    </Dialog>
  )
}

interface QuestionsProps extends Report {
  onSent: (receipt: Receipt) => void
  onFailed: (failure: unknown) => void
}

function Questions({ about, name, blockable, onSent, onFailed }: QuestionsProps) {
  const t = useT()
  const message = useMessage()
  const key = JSON.stringify(about)
  const [filled, setFilled] = useState(begun.get(key) ?? { kind: null, text: '', block: blockable !== null })
  const { kind, text, block } = filled
  function fill(part: Partial<Begun>) {
    const now = { ...filled, ...part }
    begun.set(key, now)
    setFilled(now)
  }
  const { form, summary, field, busy, lastError } = useForm('fileReport', {
    fields: ['kind', 'text'],
    labels: { kind: 'report.kind', text: 'report.text' },
    // Without a reason the schema says so.
    failed: onFailed,
    body: () => ({ ...about, kind: kind as ReportKind, text, block }),
    done({ reference, due_at: due }) {
      begun.delete(key)
      onSent({ reference, due, blocked: block })
    }
  })
  const gone = useGone('member' in about ? about.member : null, lastError?.code === 'not_found')
  const { id, error } = field('kind')
  return (
    <form {...form}>
      <Stack gap={4}>
        <Banner tone="warning">{t('report.danger')}</Banner>
        {!gone && <ErrorSummary {...summary} />}
        <FieldGroup id={id} label={t('report.kind')} error={error}>
          {(invalid) =>
            REPORT_KINDS.map((one, index) => (
              <CheckboxField
                key={one}
                type="radio"
                name="kind"
                value={one}
                label={message(`report.kind.${one}`)}
                checked={kind === one}
                aria-invalid={invalid}
                data-autofocus={index === 0 ? '' : undefined}
                onChange={() => fill({ kind: one })}
              />
            ))
          }
        </FieldGroup>
        <TextAreaField
          {...field('text')}
          label={t('report.text')}
          optional={t('form.optional')}
          rows={3}
          value={text}
          onChange={(event) => fill({ text: event.currentTarget.value })}
        />
        {blockable !== null && (
          <CheckboxField
            label={t('report.block', { member: name })}
            help={t('report.block_help')}
            checked={block}
            onChange={(event) => fill({ block: event.currentTarget.checked })}
          />
        )}
        <p>
          {'conversation' in about || blockable === null ? t('report.copied_chat', { count: COPIED_MESSAGES }) : t('report.copied')}{' '}
          {t('report.secret', { member: name })}
        </p>
        {gone ? (
          <Complain name={name} />
        ) : (
          <Button type="submit" wide busy={busy} busyLabel={t('form.sending')}>
            {t('report.submit')}
          </Button>
        )}
      </Stack>
    </form>
  )
}

/**
 * Has the reported member left, or blocked the viewer, since the dialog was opened? Then the report would be refused. The page below learns it from a
 * live event; `refused`: the report was sent before that.
 */
function useGone(member: string | null, refused: boolean): boolean {
  const { error, refetch } = useQuery({ ...queryOf('getMember', { id: member ?? '' }), enabled: false })
  useEffect(() => {
    if (refused && member !== null) void refetch()
  }, [refused, member, refetch])
  return member !== null && isNotFound(error)
}

/** What can still be done about someone who is gone. It opens another tab, so that the text typed here can be copied. */
function Complain({ name }: { name: string }) {
  const t = useT()
  const { href } = useLink('complaints')
  return (
    <>
      <Banner role="alert">{t('report.gone', { member: name })}</Banner>
      <LinkButton wide variant="secondary" href={href} target="_blank">
        {t('report.complain')}
      </LinkButton>
    </>
  )
}

/** Returns a sentence with the number of a report and when its decision is due. */
function useReceiptText(): (receipt: Receipt) => string {
  const t = useT()
  const { translator } = useSite()
  const timeZone = useTimeZone()
  const user = useUser()
  return ({ reference, due }) => {
    if (user?.status === 'not_confirmed') return t('report.sent_unconfirmed', { reference })
    const at = translator.intl.formatDate(due, {
      timeZone,
      day: 'numeric',
      month: 'long',
      hour: 'numeric',
      minute: '2-digit'
    })
    return t('report.sent_text', { reference, due: at })
  }
}

function Sent({ name, receipt, onClose }: { name: string; receipt: Receipt; onClose: () => void }) {
  const t = useT()
  const text = useId()
  const receiptText = useReceiptText()
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={t('report.sent_title')}
      // Read aloud with the title, which has the focus.
      aria-describedby={text}
      closeLabel={t('form.close')}
      actions={<Button onClick={onClose}>{t('form.close')}</Button>}
    >
      <Stack gap={3}>
        <p id={text}>{receiptText(receipt)}</p>
        {receipt.blocked && <p>{t('report.sent_blocked', { member: name })}</p>}
      </Stack>
    </Dialog>
  )
}
