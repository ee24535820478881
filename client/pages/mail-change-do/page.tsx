import { useSite, useT } from '../../site/site.tsx'
import { useUser } from '../../session/use-user.ts'
import { useLink } from '../../router/link.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** After the link to a new address was used. */
export default function MailChangeDonePage() {
  const t = useT()
  const { member } = useSite()
  const user = useUser()
  const link = useLink(member ? 'settings' : 'login')
  const label = t(member ? 'nav.settings' : 'nav.login')
  return (
    <EmptyState art="letter" level={1} title={t('mail-change-do.heading')} action={<LinkButton {...link}>{label}</LinkButton>}>
      {user ? t('mail-change-do.text_member', { email: user.email }) : t('mail-change-do.text')}
    </EmptyState>
  )
}
