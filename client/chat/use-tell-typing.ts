import { useRef } from 'react'
import { write } from '../api/call.ts'
import { TYPING_AGAIN } from '../state/typing.ts'

/** A function to call at every change of what is being written: tells the other side now and then. A failure doesn't matter. */
export function useTellTyping(conversation: string | null): (text: string) => void {
  const told = useRef(-Infinity)
  return (text) => {
    const now = performance.now()
    if (conversation === null || text.trim() === '' || now - told.current < TYPING_AGAIN) return
    told.current = now
    void write('tellTyping', { conversation }).catch(() => {})
  }
}
