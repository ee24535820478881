import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Contract } from '../../../shared/api/contract.ts'
import type { EndpointOutput } from '../../../shared/api/endpoint.ts'
import type { ErrorBody } from '../../../shared/api/errors.ts'
import type { TokenPurpose } from '../../../shared/api/links.ts'
import { afterToken } from '../../../shared/routes/after-token.ts'
import { href } from '../../../shared/routes/match.ts'
import { asApiError } from '../../api/api-error.ts'
import { attempt } from '../../api/call.ts'
import { queryOf } from '../../api/queries.ts'
import { mayRetry } from '../../api/retry.ts'
import { isUnknownLink } from '../../account/is-unknown-link.ts'
import { LinkOver } from '../../account/link-over.tsx'
import { NewPasswordFields } from '../../account/new-password-fields.tsx'
import { FormCard } from '../../forms/form-card.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useMessage, useSite, useT } from '../../site/site.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import ActivateErrorPage from '../activate-error/page.tsx'
import { NotFound } from '../../feedback/not-found.tsx'
import type { PageProps } from '../registry.ts'
import { LoadingHeading } from '../../feedback/loading-heading.tsx'

/** The page of a one-time link. Opening it doesn't use it: a mail scanner that opens links changes nothing. */
export default function TokenPage({ params }: PageProps) {
  const t = useT()
  const message = useMessage()
  const { form } = useSite()
  const token = params.token ?? ''
  const { data, error } = useQuery(queryOf('getToken', { token }))
  if (isUnknownLink(error)) return <NotFound />
  const returned = form?.endpoint === 'useToken' ? form.error : null
  if (!data && returned) return <Again>{message(returned.message_key, returned.params)}</Again>
  // A link that is known stays: what was typed must outlast a moment without a connection.
  if (!data && error) throw error
  if (!data) return <Waiting label={t('layout.loading')} />
  if (data.state === 'open' && data.asks_password) return <ChoosePassword token={token} purpose={data.purpose} />
  if (data.state === 'open') return <UseLink token={token} link={data} refused={returned} />
  if (data.purpose === 'activate') return <ActivateErrorPage />
  if (data.purpose === 'unsubscribe' && data.state === 'used') return <Unsubscribed />
  return <LinkOver purpose={data.purpose} />
}

function Waiting({ label }: { label: string }) {
  return (
    <div aria-busy="true" aria-label={label} role="status">
      <LoadingHeading />
      <Skeleton shape="block" />
    </div>
  )
}

/** Submitting without a script failed, and the link's purpose couldn't be loaded: a button to submit again. */
function Again({ children }: { children: string }) {
  const t = useT()
  return (
    <EmptyState
      art="plug"
      level={1}
      role="alert"
      title={children}
      action={
        <form method="post">
          <Button type="submit" icon="retry">
            {t('load-failed.retry')}
          </Button>
        </form>
      }
    />
  )
}

function Unsubscribed() {
  const t = useT()
  return (
    <EmptyState art="letter" level={1} title={t('token.unsubscribed_heading')}>
      {t('token.unsubscribed_text')}
    </EmptyState>
  )
}

/**
 * The link was opened in a different browser from the one that signed up: someone else may have created the account with the reader's address, so the
 * reader chooses a new password.
 */
function ChoosePassword({ token, purpose }: { token: string; purpose: TokenPurpose }) {
  const t = useT()
  const message = useMessage()
  const { form, summary, field, busy } = useForm('useToken', {
    fields: ['password', 'password_repeat'],
    labels: { password: 'password.new', password_repeat: 'password.repeat' },
    done: (answer) => window.location.replace(afterToken(answer, token))
  })
  return (
    <FormCard heading={message(`token.${purpose}_heading`)} lead={t('token.password_lead')} form={form}>
      <ErrorSummary {...summary} />
      <input type="hidden" name="token" value={token} />
      <NewPasswordFields field={field} />
      <Button type="submit" wide busy={busy} busyLabel={t('form.sending')}>
        {message(`token.${purpose}_action`)}
      </Button>
    </FormCard>
  )
}

/** What the link is for, and the one button that does it. */
function UseLink({
  token,
  link,
  refused
}: {
  token: string
  link: EndpointOutput<Contract['getToken']>
  refused: ErrorBody['error'] | null
}) {
  const { purpose } = link
  const text = link.mails_again ? 'mails_again' : purpose
  const t = useT()
  const message = useMessage()
  const { tenant } = useSite()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState(refused)
  const tried = useRef(refused !== null)

  /** A temporary failure leaves the link as it is: the reader tries again. */
  async function use() {
    if (busy) return
    tried.current = true
    setBusy(true)
    setFailure(null)
    try {
      const answer = await attempt('useToken', { body: { token } })
      if (answer) window.location.replace(afterToken(answer, token))
    } catch (error) {
      const { error: failed, code } = asApiError(error)
      // The page itself explains an expired link, or asks for the password that this browser didn't need a moment ago.
      const itself = purpose !== 'activate' || code === 'invalid'
      if (!mayRetry(0, error)) return window.location.replace(itself ? href('token', { token }) : href('activate-error'))
      setFailure(failed)
      setBusy(false)
    }
  }

  // Once the page is visible, not merely prerendered, the script presses the button for the reader if nothing can be lost.
  useEffect(() => {
    if (purpose !== 'activate') return
    const useWhenSeen = () => {
      if (document.visibilityState === 'visible' && !tried.current) void use()
    }
    useWhenSeen()
    document.addEventListener('visibilitychange', useWhenSeen)
    return () => document.removeEventListener('visibilitychange', useWhenSeen)
  })

  return (
    <EmptyState
      art="letter"
      level={1}
      title={message(`token.${text}_heading`)}
      action={
        <form
          method="post"
          // For visitors the application isn't loaded (client/visitor/activation.ts).
          {...(purpose === 'activate' && { 'data-activation': refused ? 'refused' : 'open', 'data-done': afterToken(link, token) })}
          onSubmit={(event) => {
            event.preventDefault()
            void use()
          }}
        >
          <input type="hidden" name="token" value={token} />
          <Button type="submit" busy={busy} busyLabel={t('form.sending')}>
            {message(`token.${text}_action`)}
          </Button>
          <p role="alert" data-failed={t('error.unavailable')}>
            {failure && message(failure.message_key, failure.params)}
          </p>
        </form>
      }
    >
      {message(`token.${text}_text`, { site: tenant.name })}
    </EmptyState>
  )
}
