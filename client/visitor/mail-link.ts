/** Where signing up continues; a member who has nothing left to complete is redirected. Written out: the small script carries no routes. */
const NEXT = '/complete-signup'
/** The channel of client/session/session-channel.ts, which is part of the application. */
const CHANNEL = 'session'

/**
 * While the mail is awaited: once the session exists that its link opens in another tab of this browser, signing up goes on here, too. That tab
 * announces it; in case it couldn't, the session is checked when the reader comes back to this page. Returns a function that stops it.
 */
export function awaitMailLink(): () => void {
  const goOn = async () => {
    // The edge redirects members who open this page, without asking the origin about visitors.
    const answer = await fetch('/signup', { redirect: 'manual' }).catch(() => null)
    if (answer?.type === 'opaqueredirect') location.replace(NEXT)
  }
  const onVisible = () => {
    if (document.visibilityState === 'visible') void goOn()
  }
  const tabs = typeof BroadcastChannel === 'function' ? new BroadcastChannel(CHANNEL) : null
  tabs?.addEventListener('message', ({ data }) => {
    if (data !== null) void goOn()
  })
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    tabs?.close()
    document.removeEventListener('visibilitychange', onVisible)
  }
}
