import { useT } from '../../site/site.tsx'
import { useUser } from '../../session/use-user.ts'
import { ChangeEmail } from '../../account/change-email.tsx'
import { ChangePassword } from '../../account/change-password.tsx'
import { Section } from './section.tsx'

/** The log-in data: address and password. */
export function Account() {
  const t = useT()
  const user = useUser()
  return (
    <>
      {user && (
        <Section title={t('change-email.submit')}>
          <ChangeEmail current={user.email} />
        </Section>
      )}
      <Section title={t('change-password.submit')}>
        <ChangePassword />
      </Section>
    </>
  )
}
