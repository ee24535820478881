import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { listenToArrowKeys } from './arrow-keys.ts'
import type { Bubble, ConversationEngine } from './conversation.ts'
import type { MessageActs } from './message-acts.ts'
import { isRemoved } from './message-parts.ts'
import { listenToSwipes } from './swipes.ts'
import { listenToTaps } from './taps.ts'

interface GesturesProps {
  /** The element that contains the messages. */
  list: RefObject<HTMLElement | null>
  /** The message at a position, if it is loaded. */
  find: (position: number) => Bubble | undefined
  engine: ConversationEngine
  /** The message to show, a new object each time. */
  wanted: { position: number } | null
  acts: MessageActs
}

/**
 * Moves on messages: a swipe replies to one, two quick taps give a received one a heart or take it away; arrow keys lead from the options of one to
 * those of the next. Also shows the message that is wanted.
 */
export default function Gestures({ list, engine, find, wanted, acts }: GesturesProps) {
  const messageOf = useEffectEvent((line: HTMLElement) => {
    const bubble = find(Number(line.dataset.position))
    return bubble && !isRemoved(bubble.content) ? bubble : null
  })
  const act = useEffectEvent((how: 'heart' | 'reply', line: HTMLElement) => {
    const bubble = messageOf(line)
    if (bubble) acts[how](bubble)
  })
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const element = list.current!
    listenToArrowKeys(element, signal)
    listenToSwipes(element, (line) => act('reply', line), signal)
    listenToTaps(element, { wanted: (line) => messageOf(line)?.mine === false, twice: (line) => act('heart', line) }, signal)
    return () => listening.abort()
  }, [list])
  const [loaded, setLoaded] = useState<typeof wanted>(null)
  useEffect(() => {
    if (wanted) void loadUpTo(engine, wanted.position).then(() => setLoaded(wanted))
  }, [wanted, engine])
  useLayoutEffect(() => {
    const message = loaded && list.current!.querySelector<HTMLElement>(`[data-position="${loaded.position}"]`)
    if (!message) return
    message.scrollIntoView({ block: 'center' })
    // Screen readers read it, and a keyboard continues from there.
    message.setAttribute('tabindex', '-1')
    message.focus({ preventScroll: true })
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) message.animate([{ opacity: 0.4 }, { opacity: 1 }], 600)
  }, [loaded, list])
  return null
}

/** Pages loaded at most to show a quoted message. */
const MOST_PAGES = 20

/** Loads earlier messages until the one at a position is there. */
async function loadUpTo(engine: ConversationEngine, position: number): Promise<void> {
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const { earlier, bubbles, hasMore, loading } = engine.getSnapshot()
    const oldest = [...earlier, ...bubbles][0]?.position ?? 0
    if (oldest === null || oldest <= position || !hasMore || (pages > 0 && loading === 'failed')) return
    await engine.loadEarlier()
  }
}
