import { useEffect, useEffectEvent, useRef } from 'react'
import type { SwipeCard } from '../../../shared/api/swipe.ts'
import { FictionalTag } from '../../members/fictional-tag.tsx'
import { InterestIcon } from '../../members/interest-icon.tsx'
import { usePicture } from '../../members/picture.ts'
import { PlaceName } from '../../members/place.tsx'
import { useLink } from '../../router/link.tsx'
import { useMessage, useT } from '../../site/site.tsx'
import type { Choice } from '../../swipe/choose-by-drag.ts'
import { dragCard } from '../../swipe/drag-card.ts'
import { OnlineDot } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './card.module.css'

/** Interests in common that a card has room for. */
const SHOWN = 3

/** A card of the deck. Only the top one can be dragged and reached; the others are underneath it, or leaving to one side. */
export function Card({
  card,
  top,
  leaving,
  onChoose
}: {
  card: SwipeCard
  top: boolean
  leaving?: Choice
  onChoose?: (choice: Choice) => void
}) {
  const t = useT()
  const message = useMessage()
  const profile = useLink('members-id', { id: card.id })
  const src = usePicture(card.main_image, 'match')
  const element = useRef<HTMLElement>(null)
  const choose = useEffectEvent((choice: Choice) => onChoose?.(choice))
  const isOnline = card.online === 'now' && !card.fictional

  useEffect(() => {
    if (top && element.current) return dragCard(element.current, (choice) => choose(choice))
  }, [top])

  return (
    <article
      ref={element}
      className={styles.card}
      data-top={top || undefined}
      data-leaving={leaving}
      inert={!top}
      aria-labelledby={`swipe-${card.id}`}
    >
      {src ? (
        <img src={src} alt="" width={640} height={800} className={styles.picture} draggable={false} fetchPriority={top ? 'high' : 'auto'} />
      ) : (
        <span className={styles.none}>
          <Icon name="user" size="huge" />
        </span>
      )}
      <span className={styles.like} aria-hidden="true">
        <Icon name="heart-filled" size="huge" />
      </span>
      <span className={styles.pass} aria-hidden="true">
        <Icon name="close" size="huge" />
      </span>
      {card.fictional && (
        <div className={styles.tag}>
          <FictionalTag tone="picture" />
        </div>
      )}
      <div className={styles.words}>
        <h2 id={`swipe-${card.id}`} className={styles.name}>
          <a {...profile} draggable={false}>
            <bdi>{card.name}</bdi>
            {card.age !== null && <span>, {card.age}</span>}
          </a>
          {isOnline && <OnlineDot label={t('member.online_now')} className={styles.dot} />}
        </h2>
        <p className={styles.place}>
          <PlaceName country={card.country} region_name={card.region_name} />
        </p>
        {card.shared_interests.length > 0 && (
          <ul className={styles.shared} aria-label={t('swipe-game.shared')}>
            {card.shared_interests.slice(0, SHOWN).map((interest) => (
              <li key={interest} className={styles.interest}>
                <InterestIcon interest={interest} />
                {message(`interest.${interest}`)}
              </li>
            ))}
          </ul>
        )}
      </div>
    </article>
  )
}
