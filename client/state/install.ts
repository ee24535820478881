import type { ComponentType } from 'react'
import { create } from 'zustand'

/** Chromium's offer to install the site; TypeScript's library does not have it. */
interface InstallOffer extends Event {
  /** Opens the browser's own prompt, once. Resolves when it has been answered. */
  prompt(): Promise<unknown>
}

interface InstallState {
  /** Null: the browser offers no prompt, as on iOS, where people do it by hand. */
  offer: InstallOffer | null
  /** Invites the member to put the site on the home screen; null while they aren't invited. */
  Invitation: ComponentType | null
}

export const useInstall = create<InstallState>(() => ({ offer: null, Invitation: null }))

/** Keeps the browser's offer, which comes once per page, and perhaps before the session has started. */
export function keepInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (offer) => {
    offer.preventDefault()
    useInstall.setState({ offer: offer as InstallOffer })
  })
}
