import type { OwnProfile } from '../../../shared/api/profile.ts'
import { usePicture } from '../../members/picture.ts'
import { useT } from '../../site/site.tsx'
import { useUser } from '../../session/use-user.ts'
import { useLink } from '../../router/link.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Banner } from '../../ui/banner.tsx'
import { LinkButton } from '../../ui/button.tsx'
import styles from './profile.module.css'

/** The member's name and picture, and a link to the profile as others see it. */
export function Head({ profile }: { profile: OwnProfile }) {
  const t = useT()
  const user = useUser()
  const picture = usePicture(user?.profile?.main_image)
  const shown = user?.profile?.status === 'active'
  return (
    <>
      <header className={styles.head}>
        <Avatar size="large" src={picture} alt={picture ? t('profile.picture', { member: profile.name }) : ''} />
        <div className={styles.who}>
          <h1>{t('profile-edit.heading')}</h1>
          <p className={styles.lead}>
            <bdi>{profile.name}</bdi>
            {user?.profile && `, ${user.profile.age}`}
          </p>
        </div>
        {user && shown && <Preview id={user.id} />}
      </header>
      {user?.status === 'not_confirmed' && user.profile && !shown && <Banner tone="warning">{t('profile-edit.not_shown')}</Banner>}
    </>
  )
}

function Preview({ id }: { id: string }) {
  const t = useT()
  const link = useLink('members-id', { id })
  return (
    <LinkButton variant="secondary" icon="eye" {...link}>
      {t('profile-edit.preview')}
    </LinkButton>
  )
}
