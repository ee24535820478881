/**
 * A form in steps needs the application. A click on its "Continue", or Enter in a field, before the application has loaded waits for it instead of
 * submitting an unfinished form.
 */
export function holdEarlyPress(): { replay(): void; giveUp(): void } {
  let pressed: HTMLElement | null = null
  const hold = (event: Event) => {
    const form = (event.target as Element | null)?.closest<HTMLElement>('[data-flow="waiting"]')
    if (!form || (event.type === 'click' && !(event.target as Element).closest('[data-next]'))) return
    event.preventDefault()
    event.stopPropagation()
    pressed = form.querySelector('[data-next]')
  }
  const end = () => {
    for (const type of ['click', 'submit']) document.removeEventListener(type, hold, true)
  }
  for (const type of ['click', 'submit']) document.addEventListener(type, hold, true)
  return {
    replay() {
      end()
      pressed?.click()
    },
    /** The application couldn't be loaded: the whole form can be submitted as it is. */
    giveUp() {
      end()
      for (const form of document.querySelectorAll('[data-flow="waiting"]')) form.setAttribute('data-flow', 'whole')
    }
  }
}
