import { reloadForChunk } from './router/chunk-reload.ts'
import { isPlainClick } from './ui/is-plain-click.ts'

/**
 * Records what the reader does to a page before the application has loaded, and replays it then: on a slow connection, a page is read and pressed
 * seconds before it can react. Links, menus and forms that the browser handles by itself are left to it.
 */

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type Content = Pick<HTMLInputElement, 'value' | 'checked' | 'selectionStart' | 'selectionEnd'>

/** A form in steps, which would be sent unfinished, and forms that only the application can send. */
const HELD_FORMS = 'form:is([data-flow="waiting"], [data-needs-app])'
/** Elements that only the application reacts to; the script of visitors handles the warning's button by itself. */
const PRESSED = 'button[type="button"]:not([data-entry-reopen]), a[data-needs-app]'

const pressed = new Set<HTMLElement>()
const changed = new Set<Control>()
let composed: EventTarget | null = null

/** The button, or the link that opens in this tab, that was pressed. */
export function pressedIn(event: Event): HTMLElement | null {
  const element = (event.target as Element).closest<HTMLElement>(PRESSED)
  return element?.hasAttribute('href') && !isPlainClick(event as MouseEvent) ? null : element
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

/** The value of a field, before React resets it to what the page was rendered with. */
function contentOf(control: Control): Content {
  const { value, checked, selectionStart, selectionEnd } = control as HTMLInputElement
  return { value, checked, selectionStart, selectionEnd }
}

/**
 * Tells React about a changed field. React ignores events of fields whose value it already knows, and at hydration it takes over the value it finds.
 * So the field is reset for a moment and changed again as a person would change it, bypassing the setters that React watches.
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

/** The application has loaded: call this as soon as hydration has started. */
export function repeatEarlyInput(): void {
  stop()
  const contents = [...changed].map((control) => [control, contentOf(control)] as const)
  // Such an event makes React complete the hydration first, before the code that follows.
  document.getElementById('app')!.firstElementChild?.dispatchEvent(new Event('input', { bubbles: true }))
  for (const [control, content] of contents) if (control.isConnected) repeatChange(control, content)
  for (const element of pressed)
    if (element.isConnected) {
      if (element.hasAttribute('href')) element.removeAttribute('aria-busy')
      if (element instanceof HTMLFormElement) element.requestSubmit()
      else element.click()
    }
}

/** The application couldn't be loaded: a link leads to its page, and a form in steps can be sent as a whole. Other forms keep what is in them. */
export function giveUpEarlyInput(): void {
  stop()
  document.addEventListener('submit', (event) => (event.target as Element).matches('[data-needs-app]') && event.preventDefault(), true)
  const link = [...pressed].find((element) => element instanceof HTMLAnchorElement)
  if (link) location.assign(link.href)
  for (const form of document.querySelectorAll('[data-flow="waiting"]')) form.setAttribute('data-flow', 'whole')
}

/** As `giveUpEarlyInput`; but a member's page, most of which needs the application, is loaded again, once a minute, unless something was filled in. */
export function applicationFailed(): void {
  const mayReload = document.documentElement.hasAttribute('data-member') && changed.size === 0
  if (!mayReload || !reloadForChunk(location.pathname + location.search)) giveUpEarlyInput()
}
