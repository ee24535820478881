import type { MainImage } from '../../../shared/api/members.ts'
import { useT } from '../../site/site.tsx'
import { useUser } from '../../session/use-user.ts'
import { openReport } from '../../state/report.ts'
import { IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { cx } from '../../ui/props.ts'
import { photoIdOf } from './photo-id.ts'
import { TurnButtons, useReel } from './reel.tsx'
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
  const { reel, place, turnTo, handleKeyDown } = useReel(first)
  const user = useUser()
  const count = photos.length
  const shown = photos[place]

  return (
    <Dialog open onClose={onClose} size="whole" title={t('profile.photos_of', { member: name })} titleHidden closeLabel={t('form.close')}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of whatever has the focus inside */}
      <div className={styles.viewer} onKeyDown={handleKeyDown}>
        <div
          {...reel}
          className={cx(reel.className, styles.reel)}
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
              src={filename}
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
            <TurnButtons place={place} count={count} onTurn={turnTo} />
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
