import { type KeyboardEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import type { MainImage } from '../../../shared/api/members.ts'
import { useSite, useT } from '../../site/site.tsx'
import { useMember } from '../../session/use-member.ts'
import { openReport } from '../../state/report.ts'
import { IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { photoIdOf } from './photo-id.ts'
import styles from './photo-viewer.module.css'

/**
 * Photos as large as the screen, side by side: swiping, arrow keys, Home, End and buttons move, Esc closes.
 * @param first index of the photo shown first
 */
export default function PhotoViewer({
  id,
  name,
  photos,
  first,
  onClose
}: {
  /** Public id of the member. */
  id: string
  name: string
  photos: readonly MainImage[]
  first: number
  onClose: () => void
}) {
  const t = useT()
  const { tenant } = useSite()
  const reel = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState(first)
  const { user } = useMember()
  const count = photos.length
  const shown = photos[place]

  useEffect(() => {
    const element = reel.current
    element?.scrollTo({ left: first * element.clientWidth, behavior: 'instant' })
  }, [first])

  function turnTo(next: number) {
    const element = reel.current
    element?.scrollTo({ left: Math.max(0, Math.min(next, count - 1)) * element.clientWidth })
  }

  function handleKeyDown(event: KeyboardEvent) {
    const next = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: count - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    turnTo(next)
  }

  function handleScroll({ currentTarget }: SyntheticEvent<HTMLDivElement>) {
    setPlace(Math.round(currentTarget.scrollLeft / currentTarget.clientWidth))
  }

  return (
    <Dialog open onClose={onClose} size="whole" title={t('profile.photos_of', { member: name })} titleHidden closeLabel={t('form.close')}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of whatever has the focus inside */}
      <div className={styles.viewer} onKeyDown={handleKeyDown}>
        <div
          ref={reel}
          className={styles.reel}
          onScroll={handleScroll}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area must be reachable by keyboard
          tabIndex={0}
          data-autofocus=""
          role="group"
          aria-label={t('profile.more_photos')}
        >
          {photos.map(({ filename }, index) => (
            <img
              key={filename.split('?')[0]}
              className={styles.photo}
              src={tenant.cdn_prefix + filename}
              alt={t('profile.photo_number', { number: index + 1, count })}
              aria-hidden={index !== place || undefined}
              loading={Math.abs(index - place) > 1 ? 'lazy' : 'eager'}
            />
          ))}
        </div>
        {user?.profile?.id !== id && shown && (
          <IconButton
            className={styles.report}
            variant="overlay"
            icon="flag"
            label={t('profile.report_photo')}
            onClick={() => openReport({ about: { member: id, photo: photoIdOf(shown) }, name, blockable: id })}
          />
        )}
        {count > 1 && (
          <>
            <IconButton
              className={styles.previous}
              variant="overlay"
              icon="chevron-left"
              label={t('profile.previous_photo')}
              disabled={place === 0}
              onClick={() => turnTo(place - 1)}
            />
            <IconButton
              className={styles.next}
              variant="overlay"
              icon="chevron-right"
              label={t('profile.next_photo')}
              disabled={place === count - 1}
              onClick={() => turnTo(place + 1)}
            />
            <p className={styles.place} role="status">
              <span aria-hidden="true">{t('profile.photo_place', { number: place + 1, count })}</span>
              <span className="visually-hidden">{t('profile.photo_number', { number: place + 1, count })}</span>
            </p>
          </>
        )}
      </div>
    </Dialog>
  )
}
