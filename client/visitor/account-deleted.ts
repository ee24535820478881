import { forgetWritten } from '../session/device-keys.ts'

/**
 * The account was deleted by a plain form, as suspended and banned members do: what they wrote goes from this device, too. Opened from another site,
 * the page deletes nothing.
 */
export function forgetAccount(): void {
  if (document.referrer.startsWith(`${location.origin}/`)) forgetWritten()
}
