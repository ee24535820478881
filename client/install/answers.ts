import { useInstall } from '../state/install.ts'

/**
 * Storage key: the first day on which this browser could have put the site on the home screen, or `closed` once that has been answered. It belongs to
 * the browser and not to a member, as the home screen does. Browsers that can't do it store nothing.
 */
const INSTALL = 'install_card'
const CLOSED = 'closed'

/** May the member be invited on this day? Not on the first, and never again after an answer. */
export function mayInvite(today: string): boolean {
  try {
    const first = localStorage.getItem(INSTALL)
    if (first === null) localStorage.setItem(INSTALL, today)
    return first !== null && first !== CLOSED && first !== today
  } catch {
    // Storage is turned off: then we couldn't stop asking.
    return false
  }
}

/** It has been answered: this browser doesn't invite again. */
export function closeInstall(): void {
  try {
    localStorage.setItem(INSTALL, CLOSED)
  } catch {
    // Storage is turned off: then no one is invited.
  }
  useInstall.setState({ offer: null, Invitation: null })
}
