/** The button of a message that opens its tools. */
const OPTIONS = '[data-position] [aria-controls]'

/** Where the keys are those of the list: on the options, and on a message that was shown on request. */
const FROM = `${OPTIONS}, [data-position]:focus`

/** On the options of a message, arrow keys, Home and End lead to those of the others, which Tab skips: it would take one press for each message. */
export function listenToArrowKeys(list: HTMLElement, signal: AbortSignal): void {
  list.addEventListener(
    'keydown',
    (event) => {
      const all = [...list.querySelectorAll<HTMLElement>(OPTIONS)]
      const line = (event.target as Element).closest(FROM)?.closest('[data-position]')
      const here = all.findIndex((options) => line?.contains(options))
      const next = { ArrowUp: here - 1, ArrowDown: here + 1, Home: 0, End: all.length - 1 }[event.key]
      if (here < 0 || next === undefined) return
      event.preventDefault()
      all[next]?.focus()
    },
    { signal }
  )
}
