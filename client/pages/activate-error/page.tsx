import { useSite, useT } from '../../site/site.tsx'
import { useResendActivation } from '../../account/use-resend-activation.ts'
import { useLink } from '../../router/link.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** The link was used, expired or cut off. A member can request another one here; a visitor logs in first. */
export default function ActivateErrorPage() {
  const t = useT()
  const { member } = useSite()
  const login = useLink('login', {}, { next: '/activate/error' })
  return (
    <EmptyState
      art="letter"
      level={1}
      title={t('activate-error.heading')}
      action={member ? <Resend /> : <LinkButton {...login}>{t('nav.login')}</LinkButton>}
    >
      {member ? t('activate-error.text_member') : t('activate-error.text_visitor')}
    </EmptyState>
  )
}

function Resend() {
  const t = useT()
  const { busy, text, resend } = useResendActivation()
  return (
    <>
      <Button icon="mail" busy={busy} busyLabel={t('form.sending')} onClick={() => void resend()}>
        {t('activation.resend')}
      </Button>
      <p role="status">{text}</p>
    </>
  )
}
