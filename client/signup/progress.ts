import { SECRET_FIELDS } from '../../shared/forms/forms.ts'

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
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    return isProgress(kept) ? kept : null
  } catch {
    return null
  }
}

export function keepProgress(fields: FormData, step: number): void {
  const values: Progress['values'] = {}
  for (const name of new Set(fields.keys())) {
    if (isKept(name)) values[name] = fields.getAll(name).filter((value) => typeof value === 'string')
  }
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ step, values } satisfies Progress))
  } catch {
    // Without storage a reload starts over.
  }
}

export function forgetProgress(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was stored.
  }
}

/** The address of the sign-up, and the one that its link was sent to last. */
export interface Sent {
  email: string
  to: string
}

const SENT_KEY = 'signup_sent'

/** Where the link was sent, as far as this tab knows. */
export function readSent(): Sent | null {
  try {
    return JSON.parse(sessionStorage.getItem(SENT_KEY) ?? 'null') as Sent | null
  } catch {
    return null
  }
}

export function keepSent(sent: Sent): void {
  try {
    sessionStorage.setItem(SENT_KEY, JSON.stringify(sent))
  } catch {
    // Without storage the page doesn't say where.
  }
}

function isProgress(kept: unknown): kept is Progress {
  if (typeof kept !== 'object' || kept === null || !('step' in kept) || !('values' in kept)) return false
  const { step, values } = kept
  if (!Number.isInteger(step) || typeof values !== 'object' || values === null) return false
  return Object.values(values).every((value) => Array.isArray(value) && value.every((part) => typeof part === 'string'))
}
