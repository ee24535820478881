/**
 * A form in steps needs the application. A press on its "Continue", or Enter in a field, that comes before the application is
 * there waits for it instead of sending an unfinished form.
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
    /** The application did not come: the whole form is there to be sent as it stands. */
    giveUp() {
      end()
      for (const form of document.querySelectorAll('[data-flow="waiting"]')) form.setAttribute('data-flow', 'whole')
    }
  }
}
