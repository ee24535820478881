import { useQuery } from '@tanstack/react-query'
import { href } from '../../../shared/routes/match.ts'
import { isNotFound } from '../../api/api-error.ts'
import { queryOf } from '../../api/queries.ts'
import { LoadFailed } from '../../feedback/load-failed.tsx'
import { LoadingPage } from '../../feedback/loading-page.tsx'
import { useSite, useT } from '../../site/site.tsx'
import { usePicture } from '../../members/picture.ts'
import { PlaceName } from '../../members/place.tsx'
import { useSignupsOpen } from '../../site/signup-way.ts'
import { Link } from '../../router/link.tsx'
import { InviteOnly } from '../../signup/invite-only.tsx'
import { SignupForm } from '../../signup/signup-form.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { NotFound } from '../../feedback/not-found.tsx'
import type { PageProps } from '../registry.ts'
import styles from './members-id-signup.module.css'

/** Signing up to meet one member. Only members who chose to be shown to visitors have this page, and no profile made by the company has. */
export default function MemberSignupPage({ params }: PageProps) {
  const id = params.id!
  const t = useT()
  const { tenant, form } = useSite()
  const open = useSignupsOpen()
  const { data, error, refetch } = useQuery(queryOf('getMember', { id }))
  const member = data?.member
  const picture = usePicture(member?.main_image)
  if (!open) return <InviteOnly level={1} />
  if (isNotFound(error) || member?.fictional) return <NotFound />
  // A form that comes back is shown even when the member can't be loaded.
  if (!member && form?.endpoint !== 'signUp')
    return error ? <LoadFailed title={t('load-failed.profile')} level={1} error={error} retry={() => void refetch()} /> : <LoadingPage />
  return (
    <div className={styles.page}>
      <div className={styles.member}>
        <Avatar src={picture} alt="" size="large" />
        <div className={styles.words}>
          <h1 className={styles.heading}>
            {member ? t('members-id-signup.heading', { member: member.name }) : t('signup.heading', { site: tenant.name })}
          </h1>
          {member && (
            <p className={styles.place}>
              {member.age !== null && `${member.age}, `}
              <PlaceName country={member.country} region_name={member.region_name} />
            </p>
          )}
        </div>
      </div>
      {member && <p className={styles.lead}>{t('members-id-signup.lead', { member: member.name })}</p>}
      <SignupForm level={2} member={id} onDone={() => window.location.replace(href('signup', {}, { sent: 1 }))} />
      <p className={styles.login}>
        {t('members-id-signup.account')}{' '}
        <Link to="login" query={{ next: href('members-id', { id }) }}>
          {t('nav.login')}
        </Link>
      </p>
    </div>
  )
}
