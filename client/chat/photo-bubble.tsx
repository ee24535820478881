import { useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { queryOf } from '../api/queries.ts'
import { useT } from '../site/site.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { cx } from '../ui/props.ts'
import styles from './photo-bubble.module.css'
import { useObjectUrl } from './use-object-url.ts'

/** Widest and tallest shape of a photo in a bubble; longer ones are only seen whole when opened. */
const WIDEST = 3 / 2
const HIGHEST = 2 / 3
/** The shape of a photo whose ratio is unknown. */
const PORTRAIT = 4 / 5

interface PhotoBubbleProps {
  /** Its address on the server; null while it is on its way, with its file. */
  conversation: string | null
  position: number | null
  file: Blob | undefined
  state: 'shown' | 'blurred'
  /** Its width by its height, if it is known. */
  ratio: number | undefined
  mine: boolean
  /** The other member's name. */
  name: string
  onShow: () => void
}

/** A photo in a bubble: blurred until its receiver chooses to see it, then it opens large. Its space is reserved before it is loaded. */
export default function PhotoBubble({ conversation, position, file, state, ratio = PORTRAIT, mine, name, onShow }: PhotoBubbleProps) {
  const t = useT()
  const { image, handleError } = usePhoto(conversation, position, file)
  const [large, setLarge] = useState(false)
  const alt = mine ? t('chat-photo.yours') : t('chat-photo.theirs', { member: name })
  // A click on the bubble shows what can be done with the message.
  const alone = (act: () => void) => (event: SyntheticEvent) => {
    event.stopPropagation()
    act()
  }
  const shape = <svg viewBox={`0 0 ${Math.min(WIDEST, Math.max(HIGHEST, ratio))} 1`} className={styles.shape} aria-hidden="true" />
  if (!image)
    return (
      <span className={styles.frame}>
        {shape}
        <Spinner />
      </span>
    )
  if (state === 'blurred')
    return (
      <span className={styles.frame}>
        {shape}
        <img src={image.match} alt="" className={cx(styles.picture, styles.blurred)} onError={handleError} />
        <span className={styles.veil}>
          <span>{t('chat-photo.blurred', { member: name })}</span>
          <Button small variant="secondary" icon="eye" aria-live="off" onClick={alone(onShow)}>
            {t('chat-photo.show')}
          </Button>
        </span>
      </span>
    )
  return (
    <>
      <button type="button" className={styles.frame} onClick={alone(() => setLarge(true))}>
        {shape}
        <img src={image.match} alt={alt} className={styles.picture} onError={handleError} />
        <span className="visually-hidden">{t('chat-photo.enlarge')}</span>
      </button>
      {large && (
        <Dialog open onClose={() => setLarge(false)} size="whole" title={alt} titleHidden closeLabel={t('form.close')}>
          <div tabIndex={-1} data-autofocus="">
            <img src={image.filename} alt={alt} className={styles.large} onError={handleError} />
          </div>
        </Dialog>
      )}
    </>
  )
}

/** The addresses of a photo, refetched when they have expired. A photo sent from here is shown from its file. */
function usePhoto(conversation: string | null, position: number | null, file: Blob | undefined) {
  // Each read of the outbox returns the same file as another object, and none once it is sent.
  const [first] = useState(file)
  const own = useObjectUrl(first)
  const place = { conversation: conversation ?? '', position: String(position) }
  const { data, refetch } = useQuery({ ...queryOf('getChatPhoto', place), enabled: !first && position !== null })
  const [failed, setFailed] = useState('')
  const image = data?.image
  return {
    image: own ? { filename: own, match: own } : image,
    // Once for each address.
    handleError: () => {
      if (!image || failed === image.filename) return
      setFailed(image.filename)
      void refetch()
    }
  }
}
