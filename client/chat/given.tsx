import { GiftPicture } from '../gifts/gift-picture.tsx'
import { useGiftName } from '../gifts/use-gift-name.ts'
import { useT } from '../site/site.tsx'
import type { GiftBubbleProps } from './later-props.ts'
import styles from './given.module.css'
import { MessageText } from './message-text.tsx'

/** A gift in a bubble: the drawing, its name, and its note. */
export default function Given({ gift: { gift, note }, mine, name, onLink }: GiftBubbleProps) {
  const t = useT()
  const nameOf = useGiftName()
  return (
    <span className={styles.gift}>
      <GiftPicture gift={gift} size="large" />
      <span className={styles.what}>
        {mine ? t('gift.you_sent', { gift: nameOf(gift) }) : t('gift.they_sent', { gift: nameOf(gift), member: name })}
      </span>
      {note && (
        <span dir="auto" className={styles.note}>
          <MessageText text={note} onLink={onLink} />
        </span>
      )}
    </span>
  )
}
