import type { TakeLine } from './later-props.ts'

/** A second tap within this time makes the two one gesture; what a single tap does is done after it. In ms. */
const PAIR_MS = 250

/**
 * Two quick taps of a finger on one of those lines of a list that are wanted: `twice` gets it. What has a button of its own is no part of the line, nor
 * is a tap that selects text or ends a selection.
 */
export function listenToTaps(
  list: HTMLElement,
  { wanted, twice }: { wanted: (line: HTMLElement) => boolean; twice: TakeLine },
  signal: AbortSignal
): void {
  let pairs = false
  let alone = false
  let first: { line: HTMLElement; timer: ReturnType<typeof setTimeout> } | null = null

  /** A single tap, which was held back, now is what it is without this. */
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
