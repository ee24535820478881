import { useState } from 'react'
import type { FurtherPhoto, MemberProfile } from '../../../shared/api/members.ts'
import { isBuilt } from '../../../shared/routes/match.ts'
import { later } from '../../site/later.tsx'
import { useSite, useT } from '../../site/site.tsx'
import { usePicture } from '../../members/picture.ts'
import { useJoin } from '../../members/use-join.ts'
import { Link } from '../../router/link.tsx'
import { Tag } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './gallery.module.css'

const PhotoViewer = later(() => import('./photo-viewer.tsx'))

/** The main picture, the number of photos, and the others as far as the viewer may see them. */
export function Gallery({ member }: { member: MemberProfile }) {
  const { member: loggedIn } = useSite()
  const [opened, setOpened] = useState<number | null>(null)
  const more = member.more_photos
  const open = more.filter(({ locked }) => !locked)
  const main = member.main_image
  return (
    <div className={styles.gallery}>
      <MainPicture member={member} onEnlarge={loggedIn && main ? () => setOpened(0) : null} />
      {open.length > 0 && <Thumbs photos={open} count={member.photo_count} onOpen={setOpened} />}
      {more.length > open.length && <Locked photos={more.filter(({ locked }) => locked)} />}
      {!loggedIn && member.photo_count > 1 && <Join member={member} />}
      {main && opened !== null && (
        <PhotoViewer id={member.id} name={member.name} photos={[main, ...open]} first={opened} onClose={() => setOpened(null)} />
      )}
    </div>
  )
}

function MainPicture({ member, onEnlarge }: { member: MemberProfile; onEnlarge: (() => void) | null }) {
  const t = useT()
  const src = usePicture(member.main_image, 'full')
  return (
    <div className={styles.frame}>
      {src ? (
        <img
          className={styles.picture}
          src={src}
          alt={t('profile.picture', { member: member.name })}
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
      {onEnlarge && (
        <button type="button" className={styles.enlarge} onClick={onEnlarge}>
          <span className="visually-hidden">{t('profile.enlarge')}</span>
        </button>
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

/** Photos that can be opened; the main one is number 1. */
function Thumbs({ photos, count, onOpen }: { photos: readonly FurtherPhoto[]; count: number; onOpen: (place: number) => void }) {
  const t = useT()
  return (
    <ul className={styles.thumbs} aria-label={t('profile.more_photos')}>
      {photos.map((photo, index) => (
        <li key={pathOf(photo)}>
          <button type="button" className={styles.thumb} onClick={() => onOpen(index + 1)}>
            <Thumb photo={photo} alt={t('profile.photo_number', { number: index + 2, count })} />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Photos blurred on the server, each under a lock, and the link to unlock them, if there is one. */
function Locked({ photos }: { photos: readonly FurtherPhoto[] }) {
  const t = useT()
  const box = { className: styles.locked, 'data-testid': 'locked-photos' }
  const inside = (
    <>
      <span className={styles.thumbs}>
        {photos.map((photo) => (
          <span key={pathOf(photo)} className={styles.thumb}>
            <Thumb photo={photo} alt="" />
            <span className={styles.lock}>
              <Icon name="lock" />
            </span>
          </span>
        ))}
      </span>
      <span className={styles.words}>
        <Icon name="crown" />
        {t('profile.locked_photos', { count: photos.length })}
      </span>
    </>
  )
  if (!isBuilt('premium')) return <div {...box}>{inside}</div>
  return (
    <Link to="premium" {...box}>
      {inside}
    </Link>
  )
}

/** What visitors see of further photos: how many there are, and how to see them. */
function Join({ member }: { member: MemberProfile }) {
  const t = useT()
  return (
    <LinkButton {...useJoin(member.id)} variant="secondary" icon="camera" small>
      {t('profile.join_photos', { count: member.photo_count - 1 })}
    </LinkButton>
  )
}

function Thumb({ photo, alt }: { photo: FurtherPhoto; alt: string }) {
  return <img className={styles.picture} src={usePicture(photo)!} alt={alt} width={320} height={400} loading="lazy" decoding="async" />
}

/** The part of an address that stays the same when it is signed again. */
const pathOf = ({ filename }: FurtherPhoto) => filename.split('?')[0]!
