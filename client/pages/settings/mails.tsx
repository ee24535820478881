import type { Contract } from '../../../shared/api/contract.ts'
import type { EndpointInput, EndpointOutput } from '../../../shared/api/endpoint.ts'
import { DISABLED_REASONS, type DisabledReason, FREQUENCIES, MAILED_KINDS, type MailedKind } from '../../../shared/rules/news.ts'
import { asApiError } from '../../api/api-error.ts'
import { write } from '../../api/call.ts'
import { useMessage, useT } from '../../site/site.tsx'
import { useSetting } from '../../forms/use-setting.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { Section, Waiting } from './section.tsx'
import styles from './settings.module.css'

type Preferences = EndpointOutput<Contract['getNotifications']>['preferences']
type Changes = NonNullable<EndpointInput<Contract['updateNotifications']>['body']>

/** Which mails the member gets and how often; if none are sent, the reason above, and how to resume. */
export function Mails() {
  const t = useT()
  const { data, isError, refetch, saving, change } = useMails()
  const title = t('settings.mails')
  if (!data) {
    return (
      <Section title={title}>
        <Waiting failed={isError} onRetry={() => void refetch()} />
      </Section>
    )
  }
  const { preferences, statement } = data
  const reasons = DISABLED_REASONS.filter((reason) => data.disabled.includes(reason))
  return (
    <Section title={title} lead={t('settings.mails_lead', { email: data.email })} saving={saving}>
      {reasons.map((reason) => (
        <Disabled key={reason} reason={reason} email={data.email} section={{ saving, change }} />
      ))}
      <ul className={styles.rows}>
        {MAILED_KINDS.map((kind) => (
          <Kind key={kind} kind={kind} value={preferences[kind]} onChange={(chosen) => change({ preferences: chosen })} />
        ))}
        {/* Also where nothing is sold: credits that are given, or were bought on another site, are spent and stated. */}
        <Statement wanted={statement} onChange={(wanted) => change({ statement: wanted })} />
      </ul>
    </Section>
  )
}

function useMails() {
  return useSetting(
    'getNotifications',
    (changes: Changes) => write('updateNotifications', changes),
    (answer, { preferences, statement = answer.statement }) => ({
      ...answer,
      preferences: { ...answer.preferences, ...(preferences as Partial<Preferences>) },
      statement
    })
  )
}

function Kind({
  kind,
  value,
  onChange
}: {
  kind: MailedKind
  value: string
  onChange: (chosen: NonNullable<Changes['preferences']>) => void
}) {
  const message = useMessage()
  const id = `mails-${kind}`
  return (
    <li className={styles.row}>
      <label htmlFor={id}>{message(`notifications.kind.${kind}`)}</label>
      <Select
        id={id}
        value={value}
        options={FREQUENCIES.map((frequency) => ({ value: frequency, label: message(`notifications.frequency.${frequency}`) }))}
        onChange={(event) => {
          const frequency = FREQUENCIES.find((one) => one === event.target.value)
          if (frequency) onChange({ [kind]: frequency })
        }}
      />
    </li>
  )
}

/** The statement of what was paid and used in a month: monthly or never. */
function Statement({ wanted, onChange }: { wanted: boolean; onChange: (wanted: boolean) => void }) {
  const t = useT()
  return (
    <li className={styles.row}>
      <label htmlFor="mails-statement">{t('notifications.statement')}</label>
      <Select
        id="mails-statement"
        value={wanted ? 'monthly' : 'never'}
        options={[
          { value: 'monthly', label: t('notifications.monthly') },
          { value: 'never', label: t('notifications.frequency.never') }
        ]}
        onChange={(event) => onChange(event.target.value === 'monthly')}
      />
    </li>
  )
}

interface DisabledProps {
  reason: DisabledReason
  email: string
  section: Pick<ReturnType<typeof useMails>, 'saving' | 'change'>
}

/**
 * Why no mails are sent, and how to resume: by a button, which takes this away, so that the section says that it is saved; or after a bounce by a link
 * that proves the address.
 */
function Disabled({ reason, email, section }: DisabledProps) {
  const t = useT()
  const message = useMessage()
  const own = useMails()
  const { saving, change } = reason === 'bounce' ? own : section
  return (
    <div role="status" className="contents">
      {reason === 'bounce' && saving.isSuccess ? (
        <Banner tone="info" icon="mail">
          {t('notifications.check_mail', { email })}
        </Banner>
      ) : (
        <Banner
          tone="warning"
          data-testid={`disabled-${reason}`}
          action={
            <Button
              variant="secondary"
              small
              busy={saving.isPending}
              busyLabel={t('settings.saving')}
              onClick={() => change({ resume: reason })}
            >
              {reason === 'bounce' ? t('notifications.send_link') : t('notifications.resume')}
            </Button>
          }
        >
          {message(`notifications.disabled.${reason}`, { email })}
          {own.saving.error && <span className={styles.failed}> {message(asApiError(own.saving.error).error.message_key)}</span>}
        </Banner>
      )}
    </div>
  )
}
