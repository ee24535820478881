import type { MemberProfile } from '../../../shared/api/members.ts'
import { useT } from '../../app/site.tsx'
import { usePicture } from '../../members/picture.ts'
import { Tag } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './profile.module.css'

/** The main picture and how many there are. */
export function Gallery({ member }: { member: MemberProfile }) {
  const t = useT()
  const src = usePicture(member.main_image, 'full')
  return (
    <div className={styles.frame}>
      {src ? (
        <img
          className={styles.picture}
          src={src}
          alt={t('profile.picture', { name: member.name })}
          width={800}
          height={1000}
          fetchPriority="high"
        />
      ) : (
        <span className={styles.none}>
          <Icon name="user" size="huge" />
          <span>{t('profile.no_picture')}</span>
        </span>
      )}
      {member.photo_count > 0 && (
        <Tag tone="picture" className={styles.count} data-testid="photo-count">
          <Icon name="camera" size="small" />
          {t('profile.photos', { count: member.photo_count })}
        </Tag>
      )}
    </div>
  )
}
