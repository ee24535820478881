import { giveUpEarlyInput, hasEarlyInput, pressedIn } from './early-input.ts'
import { beginScript } from './missing-files.ts'
import { startPageHidden } from './session/page-hidden.ts'
import { startCampaign } from './visitor/campaign.ts'
import { closeEntry, isEntryClosed, onEntryClosed, reopenEntry } from './visitor/entry-closed.ts'

/**
 * The script of a visitor's page: everything that must work before, or without, React. It changes no field and no focus; when the application
 * hydrates later, it finds the page as the visitor left it.
 */

const WAKING = ['pointerover', 'touchstart', 'focusin', 'keydown'] as const

function hydrate(): void {
  for (const type of WAKING) document.removeEventListener(type, hydrate, true)
  document.removeEventListener('click', hydrateForPress, true)
  document.removeEventListener('change', hydrateForChoice, true)
  import('./entry.tsx').catch(giveUpEarlyInput)
}

function hydrateForPress(event: Event): void {
  if (pressedIn(event)) hydrate()
}

const CHOICE = '[data-needs-app]'

function hydrateForChoice(event: Event): void {
  if ((event.target as Element).matches(CHOICE)) hydrate()
}

/** A page that couldn't be filled at the edge is filled by the application. */
const isUnfilled = () => document.querySelector('main [aria-busy="true"]') !== null
/**
 * The page is the same for everyone: the sign-up that this tab keeps (signup/kept.ts) is filled in by the application, before anything is
 * touched.
 */
function continuesSignup(): boolean {
  try {
    return (
      document.querySelector('[data-flow], [data-awaits-link]') !== null &&
      Object.keys(sessionStorage).some((key) => key.startsWith('signup_'))
    )
  } catch {
    return false
  }
}
/** An installed app gets its back button from it. */
const isInstalled = () => window.matchMedia('(display-mode: standalone)').matches

function startHydration(when: string | undefined): void {
  if (isUnfilled()) hydrate()
  else if (when === 'press' && !isInstalled() && !hasEarlyInput(CHOICE)) {
    document.addEventListener('click', hydrateForPress, true)
    document.addEventListener('change', hydrateForChoice, true)
  } else if (when === 'interaction' && !continuesSignup() && !hasEarlyInput('*'))
    for (const type of WAKING) document.addEventListener(type, hydrate, { capture: true, passive: true })
  else if (when !== 'none') hydrate()
}

/** The page of a link that confirms an address works by itself: the application would use the link a second time. */
function startPage(): void {
  const activation = document.querySelector<HTMLFormElement>('[data-activation]')
  if (activation) startPart(import('./visitor/activation.ts'), ({ startActivation }) => startActivation(activation))
  else startHydration(document.documentElement.dataset.hydrate)
}

function startEntryWarning(): void {
  const warning = document.querySelector('[data-entry-warning]')
  const uncover = () => {
    warning?.setAttribute('hidden', '')
    document.querySelector('[data-behind-warning]')?.removeAttribute('inert')
  }
  onEntryClosed(uncover)
  if (warning && isEntryClosed()) closeEntry()
  warning?.addEventListener('submit', (event) => {
    event.preventDefault()
    closeEntry()
    document.getElementById('content')?.focus()
  })
  document.querySelector('[data-entry-reopen]')?.addEventListener('click', reopenEntry)
}

function startMenus(): void {
  const closeOthers = (target: Node | null) => {
    for (const menu of document.querySelectorAll<HTMLDetailsElement>('details[data-menu][open]'))
      if (!menu.contains(target)) menu.open = false
  }
  document.addEventListener('pointerdown', (event) => closeOthers(event.target as Node))
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    const menu = document.activeElement?.closest<HTMLDetailsElement>('details[data-menu][open]')
    closeOthers(null)
    menu?.querySelector('summary')?.focus()
  })
}

/** Pages work without these parts: one that can't be loaded is left out. */
function startPart<T>(part: Promise<T>, start: (module: T) => void): void {
  void part.then(start, () => {})
}

/** A lander's deck works by itself; its script is only loaded where there is one. */
function startDeck(): void {
  const deck = document.querySelector<HTMLElement>('[data-deck]')
  if (deck) startPart(import('./visitor/deck.ts'), ({ startDeckOf }) => startDeckOf(deck))
}

/** The same goes for a lander's clip. */
function startFilm(): void {
  const clip = document.querySelector('video')
  if (clip) startPart(import('./visitor/clip.ts'), ({ startClip }) => startClip(clip))
}

/** The page that says a mail was sent goes on by itself when its link was pressed in another tab. */
function startMailLink(): void {
  if (document.querySelector('[data-awaits-link]')) startPart(import('./visitor/mail-link.ts'), ({ awaitMailLink }) => awaitMailLink())
}

/** After a deletion by a plain form, what the member wrote is still on this device. */
function startDeleted(): void {
  if (document.querySelector('[data-account-deleted]'))
    startPart(import('./visitor/account-deleted.ts'), ({ forgetAccount }) => forgetAccount())
}

beginScript()
startPage()
startEntryWarning()
startMenus()
startPageHidden()
startCampaign()
startDeck()
startFilm()
startMailLink()
startDeleted()
