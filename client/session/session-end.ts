import { ERROR_STATUS } from '../../shared/api/errors.ts'
import { asApiError, errorOf } from '../api/api-error.ts'
import { onSessionRefused, request } from '../api/call.ts'
import { href } from '../../shared/routes/match.ts'
import { forgetWritten } from './device-keys.ts'
import { clearAppBadge } from './clear-app-badge.ts'
import { tellTabs } from './session-channel.ts'

let over = false
/** While logging out, answers to other queries will say that the session has ended; that is expected. */
let loggingOut = false
/** Where to go after the reader has ended the session. */
let asked: string | null = null
const listeners = new Set<() => void>()

/** The page's session has ended and another document is loading: nothing more is sent. */
export function isSessionOver(): boolean {
  return over
}

/** Calls the listener when the session ends, to stop what is running. */
export function onSessionOver(listener: () => void): void {
  listeners.add(listener)
}

/** False if it had already ended. */
function endSession(): boolean {
  if (over) return false
  over = true
  for (const listener of listeners) listener()
  // The browser may keep this page and bring it back later, as someone else's.
  window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload())
  return true
}

/**
 * The server no longer knows this session: loads a new document, so that nothing of the member stays in memory. The edge clears the cookie, and after
 * logging in the reader is redirected back to the same page.
 */
export function sessionEnded(): void {
  if (typeof window === 'undefined' || loggingOut || !endSession()) return
  // The log-in page says that the session ended; why is not known: the member may have logged out elsewhere or changed the password, or time ran out.
  void leave(href('login', {}, { next: window.location.pathname + window.location.search, ended: 1 }))
}

/** Another tab has logged in as someone else: reloads this page as theirs. */
export function memberChanged(): void {
  if (endSession()) window.location.reload()
}

/**
 * Logs out: ends the session on the server, deletes what was written here, then opens the index. Throws `ApiError` if the server failed: then the
 * member is still logged in.
 */
export async function logOut(): Promise<void> {
  if (over || loggingOut) return
  loggingOut = true
  try {
    const answer = await request('logout')
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

/** The account was deleted along with every session: deletes its data here. */
export function accountDeleted(): void {
  forgetWritten()
  endWith(href('account-deleted', {}, { done: 1 }))
}

/** The password was reset by a link, and every session ended with it: the reader logs in again. */
export function passwordReset(): void {
  endWith(href('login', {}, { reset: 1 }))
}

/** Ends the session as the reader requested. Other queries may have noticed it first and be redirecting to the log-in. */
function endWith(target: string): void {
  asked = target
  endSession()
  tellGone()
  // Replaced: the page was its member's, and its address may hold a token.
  window.location.replace(target)
}

/** Without an answer within this time, leaving goes on. In ms. */
const LEAVING_MS = 5_000

/** If the cookie belongs to a newer session by now, it must stay: the page is reloaded as that member's. */
async function leave(target: string): Promise<void> {
  const answer = await request('getUser', { signal: AbortSignal.timeout(LEAVING_MS) }).catch(() => null)
  if (answer?.ok || answer?.status === CHANGED) return window.location.reload()
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

/** The cookie belongs to another member by now, and stays. */
const CHANGED = ERROR_STATUS.member_changed

onSessionRefused((how) => (how === 'ended' ? sessionEnded() : memberChanged()))
