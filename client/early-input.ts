/**
 * Keeps what someone does to a page before the application has loaded, and repeats it then: on a slow line a page is read, and pressed, seconds before
 * it can react. Links, menus and forms that the browser handles by itself are left to it.
 */

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type Content = Pick<HTMLInputElement, 'value' | 'checked' | 'selectionStart' | 'selectionEnd'>

/** A form in steps, which would be sent unfinished, and forms that only the application can send. */
const HELD_FORMS = 'form:is([data-flow="waiting"], [data-needs-app])'
/** What only the application reacts to; the script of visitors handles the warning's button by itself. */
const PRESSED = 'button[type="button"]:not([data-entry-reopen]), a[data-needs-app]'

const pressed = new Set<HTMLElement>()
const changed = new Set<Control>()
let composed: EventTarget | null = null

/** The button, or link that isn't to open elsewhere, on which someone has pressed. */
export function pressedIn(event: Event): HTMLElement | null {
  const { button, metaKey, ctrlKey, shiftKey, altKey } = event as MouseEvent
  const element = (event.target as Element).closest<HTMLElement>(PRESSED)
  return element?.hasAttribute('href') && (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) ? null : element
}

function press(event: Event): void {
  const element = pressedIn(event)
  if (!element) return
  pressed.add(element)
  if (!element.hasAttribute('href')) return
  event.preventDefault()
  element.setAttribute('aria-busy', 'true')
}

function submit(event: Event): void {
  const form = event.target as HTMLFormElement
  if (!form.matches(HELD_FORMS)) return
  event.preventDefault()
  pressed.add(form.querySelector<HTMLElement>('[data-next]') ?? form)
}

function change(event: Event): void {
  changed.add(event.target as Control)
  composed = (event as InputEvent).isComposing ? event.target : null
}

const LISTENERS = { click: press, submit, input: change, change } as const
for (const [type, listener] of Object.entries(LISTENERS)) document.addEventListener(type, listener, true)

function stop(): void {
  for (const [type, listener] of Object.entries(LISTENERS)) document.removeEventListener(type, listener, true)
}

/** Whether the page was used before there was a script to load the application: by a press that needs it, or a change of one of `fields`. */
export function hasEarlyInput(fields: string): boolean {
  return pressed.size > 0 || [...changed].some((control) => control.matches(fields))
}

/** What a field holds, before React makes it what the page was rendered with. */
function contentOf(control: Control): Content {
  const { value, checked, selectionStart, selectionEnd } = control as HTMLInputElement
  return { value, checked, selectionStart, selectionEnd }
}

/**
 * Tells React of a changed field. It ignores events of fields that hold what it knows, and at hydration it learns what it finds: the field goes
 * back for a moment and is changed again the way a person does it, past the setters that React watches.
 */
function repeatChange(control: Control, { value, checked, selectionStart, selectionEnd }: Content): void {
  if (control instanceof HTMLSelectElement) {
    control.value = value
    control.dispatchEvent(new Event('change', { bubbles: true }))
  } else if (control.type === 'checkbox' || control.type === 'radio') {
    const box = control as HTMLInputElement
    if (checked === box.defaultChecked || (box.type === 'radio' && !checked)) return
    box.checked = !checked
    box.click()
  } else if (control.type !== 'file' && value !== control.defaultValue && control !== composed) {
    control.value = control.defaultValue
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control) as object, 'value')!.set!.call(control, value)
    if (selectionStart !== null) control.setSelectionRange(selectionStart, selectionEnd)
    control.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

/** The application is there: call it as soon as hydration has been started. */
export function repeatEarlyInput(): void {
  stop()
  const contents = [...changed].map((control) => [control, contentOf(control)] as const)
  // React completes the hydration when an event like this one comes, and not after what follows.
  document.getElementById('app')!.firstElementChild?.dispatchEvent(new Event('input', { bubbles: true }))
  for (const [control, content] of contents) if (control.isConnected) repeatChange(control, content)
  for (const element of pressed)
    if (element.isConnected) {
      if (element.hasAttribute('href')) element.removeAttribute('aria-busy')
      if (element instanceof HTMLFormElement) element.requestSubmit()
      else element.click()
    }
}

/** The application couldn't be loaded: a link leads to its page, and a form in steps can be sent as a whole. */
export function giveUpEarlyInput(): void {
  stop()
  const link = [...pressed].find((element) => element instanceof HTMLAnchorElement)
  if (link) location.assign(link.href)
  for (const form of document.querySelectorAll('[data-flow="waiting"]')) form.setAttribute('data-flow', 'whole')
}
