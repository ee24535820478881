/** Where a page keeps what its console would complain about: the next page of the tab reads it too. */
const KEY = 'complaints'

/**
 * The script that runs in every page before its own: it notes errors, rejected promises, complaints to the console and what the content security
 * policy blocked.
 */
export const WATCH = `
  const note = (text) => {
    try {
      sessionStorage.setItem('${KEY}', JSON.stringify([...JSON.parse(sessionStorage.getItem('${KEY}') ?? '[]'), location.pathname + ': ' + text]))
    } catch { /* A page without an origin, such as about:blank, has no storage, and no script of ours. */ }
  }
  addEventListener('error', ({ message, target }) => note(message ?? 'not loaded: ' + (target.src ?? target.href)), true)
  addEventListener('unhandledrejection', ({ reason }) => note('rejected: ' + reason))
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => note('blocked by ' + violatedDirective + ': ' + blockedURI))
  const complain = console.error
  console.error = (...words) => { note(words.join(' ')); complain.apply(console, words) }
`

/** What was noted since the last time. */
export const COMPLAINTS = `(() => {
  const noted = JSON.parse(sessionStorage.getItem('${KEY}') ?? '[]')
  sessionStorage.removeItem('${KEY}')
  return noted
})()`
