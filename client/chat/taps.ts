import type { OnMessageLine } from './message-acts.ts'

/** A second tap within this time makes the two one gesture; the action of a single tap waits that long. In ms. */
const PAIR_MS = 250

/**
 * Calls `twice` with a line of a list after two quick taps of a finger on it, if that line is `wanted`. Taps on buttons don't count, nor do taps that
 * select text or end a selection.
 */
export function listenToTaps(
  list: HTMLElement,
  { wanted, twice }: { wanted: (line: HTMLElement) => boolean; twice: OnMessageLine },
  signal: AbortSignal
): void {
  let pairs = false
  let alone = false
  let first: { line: HTMLElement; timer: ReturnType<typeof setTimeout> } | null = null

  /** Performs the single tap that was held back in case a second one followed. */
  function actAlone(): void {
    if (!first) return
    const { line, timer } = first
    first = null
    clearTimeout(timer)
    alone = true
    line.click()
    alone = false
  }

  list.addEventListener(
    'pointerdown',
    ({ pointerType }) => {
      pairs = pointerType === 'touch' && isNothingSelected()
    },
    { signal }
  )
  list.addEventListener(
    'click',
    (event) => {
      const target = event.target as Element
      const line = target.closest<HTMLElement>('[data-position]')
      if (alone || !pairs || !line || target.closest('button, [role="button"]') || !wanted(line)) return
      event.stopPropagation()
      const second = first?.line === line
      if (!second) actAlone()
      clearTimeout(first?.timer)
      first = second ? null : { line, timer: setTimeout(actAlone, PAIR_MS) }
      if (second && isNothingSelected()) twice(line)
    },
    { signal, capture: true }
  )
  signal.addEventListener('abort', () => clearTimeout(first?.timer))
}

const isNothingSelected = () => getSelection()?.isCollapsed !== false
