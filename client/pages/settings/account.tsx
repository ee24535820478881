import { useT } from '../../app/site.tsx'
import { useMember } from '../../app/use-member.ts'
import { ChangeEmail } from '../../forms/change-email.tsx'
import { ChangePassword } from '../../forms/change-password.tsx'
import { SessionsList } from '../../members/sessions-list.tsx'
import { Section } from './section.tsx'

/** What logs the member in: address, password, and where they are logged in. */
export function Account() {
  const t = useT()
  const { user } = useMember()
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
      <Section title={t('sessions.heading')}>
        <SessionsList />
      </Section>
    </>
  )
}
