import { GiftPicture } from '../gifts/gift-picture.tsx'
import { useGiftName } from '../gifts/use-gift-name.ts'
import { useT } from '../site/site.tsx'
import type { Content } from '../../shared/api/message.ts'
import styles from './gift-bubble.module.css'
import { MessageText } from './message-text.tsx'

interface GiftBubbleProps {
  gift: Extract<Content, { type: 'gift' }>
  mine: boolean
  /** The other member's name. */
  name: string
  onLink: (link: URL) => void
}

/** A gift in a bubble: the drawing, its name, and its note. */
export default function GiftBubble({ gift: { gift, note }, mine, name, onLink }: GiftBubbleProps) {
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
