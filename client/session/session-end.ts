import { ERROR_STATUS } from '../../shared/api/errors.ts'
import { asApiError, errorOf } from '../api/api-error.ts'
import { onSessionRefused } from '../api/call.ts'
import { ENDPOINT_FACTS } from '../api/endpoint-facts.ts'
import { href } from '../../shared/routes/match.ts'
import { forgetWritten } from './device-keys.ts'
import { clearAppBadge } from './clear-app-badge.ts'
import { memberHeaders } from '../api/page-member.ts'
import { tellTabs } from './session-channel.ts'

let over = false
/** The answers of other questions say that the session is over; a member who logs out knows. */
let loggingOut = false
/** Where the reader's own step leads that ended the session. */
let asked: string | null = null
const listeners = new Set<() => void>()

/** The page's session is over, another document is on its way: nothing more is sent. */
export function isSessionOver(): boolean {
  return over
}

/** Tells when the session is over, to stop what runs. */
export function onSessionOver(listener: () => void): void {
  listeners.add(listener)
}

/** False when it was over before. */
function endSession(): boolean {
  if (over) return false
  over = true
  for (const listener of listeners) listener()
  // The browser may keep this page and bring it back later, as someone else's.
  window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload())
  return true
}

/**
 * The server no longer knows this session: clear its cookie and load a new document, so that nothing of the member stays in
 * memory. The reader comes back to the same page after logging in.
 */
export function sessionEnded(): void {
  if (typeof window === 'undefined' || loggingOut || !endSession()) return
  void leave(href('login', {}, { next: window.location.pathname + window.location.search }))
}

/** Another tab has logged in as someone else: reload this page as theirs. */
export function memberChanged(): void {
  if (endSession()) window.location.reload()
}

/**
 * Log out as the member asked for: the session ends on the server, what was written is forgotten here, then the index opens.
 * Throws `ApiError` when the server did not do it: the member is still logged in.
 */
export async function logOut(): Promise<void> {
  if (over || loggingOut) return
  loggingOut = true
  try {
    const answer = await askToEnd()
    if (answer.status === CHANGED) return memberChanged()
    if (!answer.ok) throw await errorOf(answer)
  } catch (error) {
    throw asApiError(error)
  } finally {
    loggingOut = false
  }
  if (!endSession()) return
  forgetWritten()
  goTo(href('index'))
}

/** The account was deleted, and every session with it: nothing of it stays here. */
export function accountDeleted(): void {
  forgetWritten()
  endWith(href('account-deleted'))
}

/** The password was reset by a link, and every session ended with it: the reader logs in again. */
export function passwordReset(): void {
  endWith(href('login', {}, { reset: 1 }))
}

/** The end that the reader asked for. Other questions may have noticed it first and be on their way to the log-in. */
function endWith(target: string): void {
  asked = target
  endSession()
  tellGone()
  // Replaced: the page was its member's, and its address may hold a token.
  window.location.replace(target)
}

async function leave(target: string): Promise<void> {
  const answer = await askToEnd().catch(() => null)
  if (answer?.status === CHANGED) return window.location.reload()
  if (asked === null) goTo(target)
}

function goTo(target: string): void {
  tellGone()
  window.location.assign(target)
}

function tellGone(): void {
  void clearAppBadge()
  tellTabs(null)
}

/** The cookie is another member's by now, and stays. */
const CHANGED = ERROR_STATUS.member_changed

function askToEnd(): Promise<Response> {
  return fetch(ENDPOINT_FACTS.logout.path, { headers: { 'x-client-request': '1', ...memberHeaders() } })
}

onSessionRefused((how) => (how === 'ended' ? sessionEnded() : memberChanged()))
