import { useCallback, useEffect, useRef, useState } from 'react'

/** Marks our entries in the browser's history, each with its step. */
const MARK = 'signup_step'

function markedStep(state: unknown): number | null {
  const step = (state as Record<string, unknown> | null)?.[MARK]
  return typeof step === 'number' ? step : null
}

const marked = (step: number) => ({ ...(history.state as object | null), [MARK]: step })

/** Removes our entries again when a form over a page is closed. */
export function leaveSteps(): void {
  const at = markedStep(history.state)
  if (at) history.go(-at)
}

/**
 * The current step. Every step is an entry of the browser's history, so that the back button goes one step back; `begun` false leaves the history
 * alone. A reload at a later step finds its entries again.
 */
export function useSteps(first: number, begun: boolean) {
  const [step, setStep] = useState(first)
  const reached = useRef(first)

  useEffect(() => {
    if (!begun) return
    const at = markedStep(history.state)
    if (at !== null && at > first) history.go(first - at)
    else if (at !== first) {
      history.replaceState(marked(0), '')
      for (let before = 1; before <= first; before++) history.pushState(marked(before), '')
    }
    const onPopState = (event: PopStateEvent) => {
      const target = markedStep(event.state)
      if (target === null) return
      // Entries of later steps survive a reload and "Start over", but what was filled in there doesn't.
      if (target > reached.current) history.go(reached.current - target)
      else setStep(target)
    }
    window.addEventListener('popstate', onPopState)
    return () => window.removeEventListener('popstate', onPopState)
  }, [begun, first])

  /** To the next step. */
  const advance = useCallback(() => {
    const next = (markedStep(history.state) ?? 0) + 1
    reached.current = Math.max(reached.current, next)
    history.pushState(marked(next), '')
    setStep(next)
  }, [])

  /** Back to an earlier step, like the browser's back button. */
  const returnTo = useCallback((target: number) => {
    const at = markedStep(history.state) ?? 0
    if (target < at) history.go(target - at)
  }, [])

  return { step, advance, returnTo }
}
