import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useT } from '../site/site.tsx'
import { useInFront } from '../state/in-front.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { cx } from '../ui/props.ts'
import { type Arranged, arrange, firstUnread } from './arrange.ts'
import { HistoryBlock } from './history-block.tsx'
import { BubbleItem } from './bubble.tsx'
import type { Bubble } from './conversation.ts'
import styles from './message-list.module.css'
import type { MessageActs } from './message-acts.ts'
import type { OpenConversation } from './use-conversation.ts'
import { Gestures } from './gestures-later.ts'
import { hasOptions, isRemoved } from './message-parts.ts'
import { useTimes } from './use-times.ts'

/** Earlier messages are mounted and unmounted by this many. */
const BLOCK = 25
const blockOf = (position: number | null) => (position === null ? null : Math.floor(position / BLOCK))

/** Changes when loading earlier messages changes a block's height, so that it is measured again. */
const sizeOf = (within: readonly Arranged[]) => `${within.length} ${within[0]!.mark} ${within[0]!.first}`

/** Within this distance of the end counts as being there. In px. */
const NEAR = 64

interface MessageListProps extends OpenConversation {
  name: string
  unreadAtFirst: number
  /** What is shown above the first message. */
  beginning: ReactNode
  /** Called with the position of the newest visible message of the other side; if its unread ones are too old to be shown, of the newest own one. */
  onSeen: (position: number) => void
  /** Actions on a message that neither the list nor the outbox handles. */
  acts: Omit<MessageActs, 'discard' | 'show'>
  scroller: RefObject<HTMLDivElement | null>
}

/**
 * The messages, oldest first, in a box that is scrolled from its end (`column-reverse`): it opens at the newest message even without a script, stays
 * there while new ones arrive, and doesn't jump when earlier ones are added above.
 */
export function MessageList({ engine, snapshot, outbox, name, unreadAtFirst, beginning, onSeen, acts, scroller }: MessageListProps) {
  const t = useT()
  const times = useTimes()
  const inFront = useInFront()
  const log = useRef<HTMLDivElement>(null)
  const top = useRef<HTMLDivElement>(null)
  const [atEnd, setAtEnd] = useState(true)
  const [seen, setSeen] = useState(snapshot.newestReceived)
  const { earlier, bubbles, hasMore, loading, newestReceived } = snapshot
  const loaded = [...earlier, ...bubbles]
  const firstNew = useFirstNew(loaded, unreadAtFirst, snapshot)
  const items = arrange(loaded, times.dayOf, firstNew)
  // Their first message, once it is loaded.
  const first = hasMore ? undefined : loaded.find((bubble) => !bubble.mine)
  const newestOwn = bubbles.findLast(({ mine, state, content }) => mine && state !== 'failed' && !isRemoved(content))?.key
  const unseen = bubbles.filter(({ mine, content, position }) => !mine && position! > seen && !isRemoved(content)).length

  const seenNow = newestReceived || (unreadAtFirst && snapshot.newest)
  useEffect(() => {
    if (!atEnd || !inFront) return
    setSeen(newestReceived)
    if (seenNow > 0) onSeen(seenNow)
  }, [atEnd, inFront, newestReceived, seenNow, onSeen])

  useKeepPlace(scroller, log, atEnd)
  useNearTop(scroller, top, hasMore && loading === 'idle', () => void engine.loadEarlier())

  const [focused, setFocused] = useState<number | null>(null)
  const withOptions = loaded.filter(hasOptions)
  const tabStop = (withOptions.find(({ position }) => position === focused) ?? withOptions.at(-1))?.key
  const byPosition = new Map(loaded.map((bubble) => [bubble.position, bubble]))
  const [wanted, setWanted] = useState<{ position: number } | null>(null)
  const all: MessageActs = { ...acts, show: (position) => setWanted({ position }), discard: (key) => outbox?.discard(key) }
  const bubbleOf = (item: (typeof items)[number]) => (
    <BubbleItem
      key={item.bubble.key}
      item={item}
      conversation={snapshot.conversationId}
      name={name}
      times={times}
      opens={item.bubble.key === first?.key}
      tellsState={item.bubble.key === newestOwn}
      tabStop={item.bubble.key === tabStop}
      answered={item.bubble.replyTo === null ? undefined : byPosition.get(item.bubble.replyTo)}
      acts={all}
    />
  )
  const blocks = new Map<number | null, typeof items>()
  for (const item of items.slice(0, earlier.length)) {
    const number = blockOf(item.bubble.position)
    blocks.set(number, [...(blocks.get(number) ?? []), item])
  }
  const toEnd = () => scroller.current?.scrollTo({ top: 0 })

  return (
    <div className={styles.box}>
      {/* Focusable, so that a keyboard can scroll it. */}
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={scroller}
        className={styles.scroller}
        tabIndex={0}
        role="region"
        aria-label={t('chat.messages_with', { member: name })}
        onFocus={({ target }) => setFocused(Number(target.closest<HTMLElement>('[data-position]')?.dataset.position))}
        // Back to the newest: where the focus was may be far away by then, and unmounted.
        onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setFocused(null)}
        onScroll={(event) => setAtEnd(event.currentTarget.scrollTop > -NEAR)}
      >
        <div className={cx(styles.content, 'when-complete')}>
          <div ref={top} className={styles.top}>
            {hasMore ? <More loading={loading} onLoad={() => void engine.loadEarlier()} /> : beginning}
          </div>
          {[...blocks].map(([number, within]) => (
            <HistoryBlock
              key={`${number} ${sizeOf(within)}`}
              scroller={scroller}
              wanted={number === blockOf(wanted && wanted.position)}
              render={() => within.map(bubbleOf)}
            />
          ))}
          {/* Earlier messages are rendered outside the log, so that only new ones are announced. */}
          <div ref={log} role="log" aria-label={t('chats.heading')}>
            <ol className={styles.list}>{items.slice(earlier.length).map(bubbleOf)}</ol>
          </div>
        </div>
      </div>
      {/* oxlint-enable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
      <Gestures list={scroller} engine={engine} find={(position) => byPosition.get(position)} wanted={wanted} acts={all} />
      {!atEnd && (
        <div className={styles.toEnd}>
          {unseen > 0 ? (
            <Button small icon="chevron-down" onClick={toEnd} className={styles.newer}>
              {t('chat.unseen', { count: unseen })}
            </Button>
          ) : (
            <IconButton variant="secondary" icon="chevron-down" label={t('chat.to_end')} onClick={toEnd} />
          )}
        </div>
      )}
    </div>
  )
}

/** Key of the first message that was unread when the conversation was opened, once it is loaded. It stays the same, whatever arrives or is removed. */
function useFirstNew(loaded: readonly Bubble[], unread: number, { newest, hasMore }: OpenConversation['snapshot']): string | null {
  const [last] = useState(newest)
  const [known, setKnown] = useState<string | null>(null)
  if (known !== null) return known
  const then = loaded.filter(({ position }) => position !== null && position <= last)
  const found = firstUnread(then, unread, hasMore)
  if (found) setKnown(found)
  return found
}

function More({ loading, onLoad }: { loading: OpenConversation['snapshot']['loading']; onLoad: () => void }) {
  const t = useT()
  return (
    // Stays while they are loading: a keyboard that comes here loads them, and would lose its place.
    <Button
      variant="quiet"
      small
      icon={loading === 'failed' ? 'retry' : undefined}
      busy={loading === 'earlier'}
      busyLabel={t('chat.loading_earlier')}
      className="needs-script"
      onClick={onLoad}
    >
      {loading === 'failed' ? t('chat.earlier_failed') : t('chat.earlier')}
    </Button>
  )
}

/** While someone is reading further up, a new message below must not move the text. */
function useKeepPlace(scroller: RefObject<HTMLDivElement | null>, log: RefObject<HTMLDivElement | null>, atEnd: boolean): void {
  const height = useRef<number | null>(null)
  useLayoutEffect(() => {
    const before = height.current
    const now = log.current?.getBoundingClientRect().height ?? 0
    height.current = now
    if (before !== null && !atEnd && now > before) scroller.current?.scrollBy({ top: before - now, behavior: 'instant' })
  })
}

/** Loads earlier messages one screen before the reader gets there. */
function useNearTop(
  scroller: RefObject<HTMLDivElement | null>,
  top: RefObject<HTMLDivElement | null>,
  wanted: boolean,
  load: () => void
): void {
  const loadNow = useEffectEvent(load)
  useEffect(() => {
    if (!wanted || !top.current) return
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && loadNow(), {
      root: scroller.current,
      rootMargin: '400px 0px 0px'
    })
    observer.observe(top.current)
    return () => observer.disconnect()
  }, [wanted, scroller, top])
}
