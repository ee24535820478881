import { useT } from '../site/site.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Cropped } from './cropped.tsx'
import styles from './photo-manager.module.css'
import type { Upload } from './use-uploads.ts'

/** A running upload with its progress; or why it failed, and what to do. */
export function UploadTile({ upload, onRetry, onRemove }: { upload: Upload; onRetry: () => void; onRemove: () => void }) {
  const t = useT()
  const percent = Math.round(upload.sent * 100)
  return (
    <li className={styles.tile}>
      <Cropped picture={upload.picture} crop={upload.crop} className={styles.coming} aria-hidden />
      {upload.problem === null ? (
        <>
          <IconButton icon="close" variant="overlay" label={t('photos.cancel')} className={styles.corner} onClick={onRemove} />
          <div className={styles.progress}>
            <progress max={100} value={percent} aria-label={t('photos.uploading')} />
            <span className="numbers" aria-hidden>
              {percent < 100 ? `${percent} %` : t('photos.finishing')}
            </span>
          </div>
        </>
      ) : (
        <div className={styles.problem} role="alert">
          <Icon name="warning" />
          <p>{upload.problem}</p>
          <Button small onClick={onRetry}>
            {t('photos.retry')}
          </Button>
          <Button small variant="secondary" onClick={onRemove}>
            {t('photos.remove')}
          </Button>
        </div>
      )}
    </li>
  )
}
