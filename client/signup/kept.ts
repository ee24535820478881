import { keepInTab, readTab } from '../session/tab-storage.ts'

/** Key of an unfinished sign-up (forms/kept-progress.ts). */
export const SIGNUP_PROGRESS = 'signup_progress'

/** The address of the sign-up, and the one that its link was sent to last. */
export interface Sent {
  email: string
  to: string
}

const SENT_KEY = 'signup_sent'

/** Where the link was sent, as far as this tab knows. */
export function readSent(): Sent | null {
  return readTab(SENT_KEY) as Sent | null
}

export function keepSent(sent: Sent): void {
  keepInTab(SENT_KEY, sent)
}
