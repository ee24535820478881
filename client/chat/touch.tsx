import { useEffect, useEffectEvent } from 'react'
import type { TouchProps } from './later-props.ts'
import { isRemoved } from './message-parts.ts'
import { listenToSwipes } from './swipes.ts'
import { listenToTaps } from './taps.ts'

/** Touch gestures on messages: a swipe replies to one, two quick taps give a received one a heart or take it away. */
export default function Touch({ list, find, acts }: TouchProps) {
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
    listenToSwipes(element, (line) => act('reply', line), signal)
    listenToTaps(element, { wanted: (line) => messageOf(line)?.mine === false, twice: (line) => act('heart', line) }, signal)
    return () => listening.abort()
  }, [list])
  return null
}
