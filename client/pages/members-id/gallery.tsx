import { type ReactNode, useState } from 'react'
import type { FurtherPhoto, MainImage, MemberCard, MemberProfile } from '../../../shared/api/members.ts'
import { isOffered } from '../../../shared/routes/match.ts'
import { laterDialog } from '../../feedback/later-dialog.tsx'
import { useSite, useT } from '../../site/site.tsx'
import { usePicture } from '../../members/picture.ts'
import { useJoin } from '../../members/use-join.ts'
import { useLink } from '../../router/link.tsx'
import { Tag } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { cx } from '../../ui/props.ts'
import { TurnButtons, useReel } from './reel.tsx'
import { Unlock } from './unlock.tsx'
import styles from './gallery.module.css'

const PhotoViewer = laterDialog(() => import('./photo-viewer.tsx'))

/**
 * A member's photos side by side, the main one first: swiped, or turned by buttons and arrow keys, each opening large. The ones the viewer may not
 * see are a single blurred one at the end. `profile` is null until it is loaded: until then the card's picture is shown, which stays underneath until
 * the photo has loaded.
 */
export function Gallery({ card, profile, begun }: { card: MemberCard; profile: MemberProfile | null; begun: boolean }) {
  const t = useT()
  const { member: loggedIn } = useSite()
  const { reel, place, turnTo, handleKeyDown } = useReel()
  const [opened, setOpened] = useState<number | null>(null)
  const main = card.main_image
  const more = profile?.more_photos ?? []
  const open = more.filter(({ locked }) => !locked)
  const locked = more.filter(({ locked: isLocked }) => isLocked)
  const photoCount = profile?.photo_count ?? 0
  const slides = 1 + open.length + (locked.length > 0 ? 1 : 0)
  const total = 1 + more.length
  return (
    <div className={styles.gallery}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of whatever has the focus inside */}
      <div className={styles.frame} onKeyDown={handleKeyDown}>
        <div
          {...reel}
          className={cx(reel.className, styles.reel)}
          role="group"
          data-portrait=""
          aria-label={t('profile.photos_of', { member: card.name })}
        >
          {main ? (
            <Slide onOpen={loggedIn ? () => setOpened(0) : null} current={place === 0}>
              <Portrait name={card.name} image={main} loaded={profile !== null} begun={begun} />
              {loggedIn && <span className="visually-hidden">{t('profile.enlarge')}</span>}
            </Slide>
          ) : (
            <span className={styles.none}>
              <Icon name="user" size="huge" />
              <span>{t('profile.no_picture')}</span>
            </span>
          )}
          {open.map((photo, index) => (
            <Slide key={pathOf(photo)} onOpen={() => setOpened(index + (main ? 1 : 0))} current={place === index + 1}>
              <Further photo={photo} alt={t('profile.photo_number', { number: index + 2, count: total })} />
            </Slide>
          ))}
          {locked.length > 0 && <Locked first={locked[0]!} count={locked.length} current={place === slides - 1} />}
        </div>
        {slides > 1 && <Turns place={place} slides={slides} total={total} onTurn={turnTo} />}
        {photoCount > 0 && (
          <Tag tone="picture" className={styles.count} data-testid="photo-count">
            <Icon name="camera" size="small" />
            {t('profile.photos', { count: photoCount })}
          </Tag>
        )}
      </div>
      {!loggedIn && photoCount > 1 && <Join member={card} count={photoCount - 1} />}
      {opened !== null && (
        <PhotoViewer id={card.id} name={card.name} photos={main ? [main, ...open] : open} first={opened} onClose={() => setOpened(null)} />
      )}
    </div>
  )
}

/** A photo in the row; a button if it opens large. Only the one in sight is reached by Tab. */
function Slide({ onOpen, current, children }: { onOpen: (() => void) | null; current: boolean; children: ReactNode }) {
  if (!onOpen) return <div className={styles.slide}>{children}</div>
  return (
    <button type="button" className={styles.slide} tabIndex={current ? undefined : -1} onClick={onOpen}>
      {children}
    </button>
  )
}

/** The main photo; coming from a card, the card's picture lies below it until it is loaded. */
function Portrait({ name, image, loaded, begun }: { name: string; image: MainImage; loaded: boolean; begun: boolean }) {
  const t = useT()
  const thumb = usePicture(image)
  const full = usePicture(image, 'full')
  const alt = t('profile.picture', { member: name })
  return (
    <>
      {begun && <img className={styles.picture} src={thumb!} alt={loaded ? '' : alt} decoding="sync" />}
      {loaded && <img className={styles.picture} src={full!} alt={alt} width={800} height={1000} fetchPriority="high" />}
    </>
  )
}

function Further({ photo, alt }: { photo: FurtherPhoto; alt: string }) {
  return (
    <img className={styles.picture} src={usePicture(photo, 'full')!} alt={alt} width={800} height={1000} loading="lazy" decoding="async" />
  )
}

/**
 * All photos that need Premium as one, blurred on the server, with how many there are. A free member may unlock the first of them with credits; it
 * links to the Premium page where there is one.
 */
function Locked({ first, count, current }: { first: FurtherPhoto; count: number; current: boolean }) {
  const t = useT()
  const { tenant } = useSite()
  const tabIndex = current ? undefined : -1
  return (
    <div className={styles.slide} data-testid="locked-photos">
      <img className={styles.picture} src={usePicture(first)!} alt="" width={320} height={400} loading="lazy" decoding="async" />
      <div className={styles.ways}>
        {isOffered('premium', tenant) ? (
          <SeeMore count={count} tabIndex={tabIndex} />
        ) : (
          <p className={styles.words}>
            <Icon name="lock" size="small" />
            {t('profile.locked_photos', { count })}
          </p>
        )}
        <Unlock photo={first} tabIndex={tabIndex} />
      </div>
    </div>
  )
}

function SeeMore({ count, tabIndex }: { count: number; tabIndex: number | undefined }) {
  const t = useT()
  return (
    <LinkButton {...useLink('premium')} variant="accent" icon="lock" small tabIndex={tabIndex}>
      {t('profile.see_photos', { count })}
    </LinkButton>
  )
}

/**
 * Which photo is in sight, as dots and for screen readers, and buttons to the ones beside it. `total` has each of the locked ones, which share a slide.
 */
function Turns({ place, slides, total, onTurn }: { place: number; slides: number; total: number; onTurn: (next: number) => void }) {
  const t = useT()
  return (
    <>
      <TurnButtons place={place} count={slides} onTurn={onTurn} className={styles.turn} />
      <span className={styles.dots} aria-hidden="true">
        {Array.from({ length: slides }, (_, index) => (
          <span key={index} className={styles.dot} data-current={index === place || undefined} />
        ))}
      </span>
      <p className="visually-hidden" role="status">
        {t('profile.photo_number', { number: place + 1, count: total })}
      </p>
    </>
  )
}

/** For visitors, instead of further photos: how many there are, and how to see them. */
function Join({ member, count }: { member: MemberCard; count: number }) {
  const t = useT()
  return (
    <LinkButton {...useJoin(member)} variant="secondary" icon="camera" small>
      {t('profile.join_photos', { count })}
    </LinkButton>
  )
}

/** The part of an address that stays the same when it is signed again. */
const pathOf = ({ filename }: FurtherPhoto) => filename.split('?')[0]!
