/** Where a page stores its complaints; later pages of the tab can still read them. */
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
  let leaving = false
  // Firefox takes H.264 from the system, which may not have it: the poster stays.
  const playable = (target) => target.localName !== 'video' || document.createElement('video').canPlayType('video/mp4; codecs="avc1.42E01E"') !== ''
  addEventListener('beforeunload', () => (leaving = true))
  addEventListener('error', ({ message, target }) => {
    if (message !== undefined) note(message)
    // Leaving a page cancels what it is still loading; and Firefox reports a preload of a module that it already has as failed.
    else if (!leaving && !/preload$/.test(target.rel) && playable(target)) note('not loaded: ' + (target.src ?? target.href))
  }, true)
  addEventListener('unhandledrejection', ({ reason }) => note('rejected: ' + reason))
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => note('blocked by ' + violatedDirective + ': ' + blockedURI))
  const complain = console.error
  console.error = (...words) => { note(words.join(' ')); complain.apply(console, words) }
`

/** An expression: the complaints noted since it last ran. */
export const COMPLAINTS = `(() => {
  const noted = JSON.parse(sessionStorage.getItem('${KEY}') ?? '[]')
  sessionStorage.removeItem('${KEY}')
  return noted
})()`
