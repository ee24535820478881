import { useId, useState } from 'react'
import { later } from '../site/later.tsx'
import { useT } from '../site/site.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { cx } from '../ui/props.ts'
import type { Arranged } from './arrange.ts'
import styles from './bubble.module.css'
import type { Bubble, BubbleState } from './conversation.ts'
import { hasOptions, isEmojiAlone, isRemoved, wordsOf } from './message-parts.ts'
import { MessageText } from './message-text.tsx'
import type { MessageActs } from './message-acts.ts'
import { Quoted } from './quoted.tsx'
import type { useTimes } from './use-times.ts'

// Shown only sometimes, so loaded when needed: the page is at its weight limit.

/** A gift in a bubble; most conversations have none. */
const GiftBubble = later(() => import('./gift-bubble.tsx'), ['catalogue'])

/** A photo in a bubble; most conversations have none. */
const PhotoBubble = later(() => import('./photo-bubble.tsx'), ['chat-photo'])

/** The buttons of a message that is on the server. */
const MessageTools = later(() => import('./message-tools.tsx'), ['acts'])

/** Why a message was not sent, and what can be done with it. */
const Failure = later(() => import('./failure.tsx'), ['costs', 'chat-list'])

/** A warning above the other member's first message if it asks for money or another messenger. */
const MoneyWarning = later(() => import('./money-warning.tsx'))

interface BubbleProps {
  item: Arranged
  /** Null until the first message is sent. */
  conversation: string | null
  /** The other member's name. */
  name: string
  times: ReturnType<typeof useTimes>
  /** Whether it is the member's newest message, which shows its state. */
  tellsState: boolean
  /** The other member's first message. */
  opens: boolean
  /** Whether Tab leads to its options. */
  tabStop: boolean
  /** The message that it answers, if it is loaded. */
  answered: Bubble | undefined
  acts: MessageActs
}

/** One message: a bubble, its time (at the end of a run, or on demand), its actions on hover or tap, and what is shown above it. */
export function BubbleItem({
  item: { bubble, mark, startsNew, first, last },
  conversation,
  name,
  times,
  tellsState,
  opens,
  tabStop,
  answered,
  acts
}: BubbleProps) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const [hovered, setHovered] = useState(false)
  const { content, author } = bubble
  const big = content.type === 'text' && isEmojiAlone(content.text)
  const removed = isRemoved(content)
  const id = useId()
  return (
    <li className={cx(styles.item, bubble.mine ? styles.mine : styles.theirs, first && styles.first, last && styles.last)}>
      {mark && (
        <p className={styles.mark} suppressHydrationWarning>
          {mark === 'day' ? times.day(bubble.at) : times.clock(bubble.at)}
        </p>
      )}
      {startsNew && <p className={styles.fresh}>{t('chat.new')}</p>}
      {opens && bubble.id !== null && <MoneyWarning bubble={bubble} acts={acts} />}
      {/* The button is for keyboards and screen readers; the click is for touch, hovering for a mouse. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div
        className={cx(styles.line, open && styles.open)}
        data-position={bubble.position}
        onClick={() => setOpen(!open)}
        onPointerEnter={({ pointerType }) => setHovered(pointerType === 'mouse')}
        onPointerLeave={() => setHovered(false)}
      >
        <div className={cx(styles.bubble, bubble.heart && styles.hearted, big && styles.big, bubble.state === 'failed' && styles.failed)}>
          <span className="visually-hidden">{bubble.mine ? t('chat.you_said') : t('chat.they_said', { member: name })} </span>
          {author && !removed && <span className={styles.author}>{t(`chat.by_${author.kind}`, { company: author.company })}</span>}
          {bubble.replyTo !== null && <Quoted of={answered} name={name} onShow={() => acts.show(bubble.replyTo!)} />}
          {content.type === 'gift' ? (
            <GiftBubble gift={content} mine={bubble.mine} name={name} onLink={acts.openLink} />
          ) : content.type === 'photo' && content.state !== 'gone' ? (
            <PhotoBubble
              conversation={conversation}
              position={bubble.position}
              file={bubble.file}
              state={content.state}
              ratio={content.ratio}
              mine={bubble.mine}
              name={name}
              onShow={() => acts.showPhoto(bubble)}
            />
          ) : (
            <span dir="auto" className={cx(styles.text, removed && styles.removed)}>
              {removed ? t('chat.removed') : <MessageText text={wordsOf(content)} onLink={acts.openLink} />}
            </span>
          )}
          <time className={cx(styles.time, !last && styles.within)} dateTime={bubble.at} suppressHydrationWarning>
            {times.clock(bubble.at)}
          </time>
          {bubble.heart && (
            <span className={styles.heart}>
              <Icon name="heart-filled" size="small" />
              <span className="visually-hidden">{t('chat.heart_given')}</span>
            </span>
          )}
        </div>
        {hasOptions(bubble) && (
          // Not part of what the log announces.
          <div className="contents" aria-live="off">
            <button
              type="button"
              className={cx(styles.options, 'needs-script')}
              tabIndex={tabStop ? 0 : -1}
              aria-label={t('chat.options')}
              aria-keyshortcuts="ArrowUp ArrowDown"
              aria-expanded={open || hovered}
              aria-controls={id}
            >
              <Icon name="more" />
            </button>
            <div id={id} className={styles.tools}>
              {(open || hovered) && <MessageTools bubble={bubble} acts={acts} />}
            </div>
          </div>
        )}
      </div>
      {bubble.state === 'failed' ? <Failure bubble={bubble} acts={acts} /> : tellsState && <State state={bubble.state} />}
    </li>
  )
}

const STATES = {
  sending: { icon: 'clock', label: 'chat.sending' },
  waiting: { icon: 'clock', label: 'chat.waiting' },
  sent: { icon: 'check', label: 'chat.sent' },
  read: { icon: 'eye', label: 'chat.read' }
} as const satisfies Partial<Record<BubbleState, { icon: IconName; label: string }>>

function State({ state }: { state: BubbleState }) {
  const t = useT()
  // Under an earlier message it returns when a later one fails or is removed: that isn't news.
  const [old] = useState(state === 'sent' || state === 'read')
  if (state === 'received' || state === 'failed') return null
  const { icon, label } = STATES[state]
  return (
    <p className={styles.state} aria-live={old ? 'off' : undefined}>
      <Icon name={icon} size="small" />
      {t(label)}
    </p>
  )
}
