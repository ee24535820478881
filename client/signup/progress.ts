import { SECRET_FIELDS } from '../../shared/forms/forms.ts'
import { keepInTab, readTab } from '../session/tab-storage.ts'

/** How far someone got with signing up: the step, and the values by field. */
export interface Progress {
  step: number
  values: Record<string, string[]>
}

const KEY = 'signup_progress'

/** Passwords never leave the field; consent is asked for each time. */
function isKept(name: string): boolean {
  return !SECRET_FIELDS.has(name) && !name.startsWith('consent_')
}

/** An unfinished sign-up in this tab, otherwise null. It stays on the device and ends with the tab. */
export function readProgress(): Progress | null {
  const kept = readTab(KEY)
  return isProgress(kept) ? kept : null
}

export function keepProgress(fields: FormData, step: number): void {
  const values: Progress['values'] = {}
  for (const name of new Set(fields.keys())) {
    if (isKept(name)) values[name] = fields.getAll(name).filter((value) => typeof value === 'string')
  }
  keepInTab(KEY, { step, values } satisfies Progress)
}

export function forgetProgress(): void {
  keepInTab(KEY, null)
}

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

function isProgress(kept: unknown): kept is Progress {
  if (typeof kept !== 'object' || kept === null || !('step' in kept) || !('values' in kept)) return false
  const { step, values } = kept
  if (!Number.isInteger(step) || typeof values !== 'object' || values === null) return false
  return Object.values(values).every((value) => Array.isArray(value) && value.every((part) => typeof part === 'string'))
}
