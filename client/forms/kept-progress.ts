import { SECRET_FIELDS } from '../../shared/forms/forms.ts'
import { keepInTab, readTab } from '../session/tab-storage.ts'

/** How far someone got with a form in steps: the step, and the values by field. */
export interface Progress {
  step: number
  values: Record<string, string[]>
}

/** Passwords never leave the field; consent is asked for each time. */
function isKept(name: string): boolean {
  return !SECRET_FIELDS.has(name) && !name.startsWith('consent_')
}

/** What was begun in this tab and hasn't been sent, otherwise null. It stays on the device and ends with the tab. `key`: the form's. */
export function readProgress(key: string): Progress | null {
  const kept = readTab(key)
  return isProgress(kept) ? kept : null
}

export function keepProgress(key: string, fields: FormData, step: number): void {
  const values: Progress['values'] = {}
  for (const name of new Set(fields.keys())) {
    if (isKept(name)) values[name] = fields.getAll(name).filter((value) => typeof value === 'string')
  }
  keepInTab(key, { step, values } satisfies Progress)
}

export function forgetProgress(key: string): void {
  keepInTab(key, null)
}

function isProgress(kept: unknown): kept is Progress {
  if (typeof kept !== 'object' || kept === null || !('step' in kept) || !('values' in kept)) return false
  const { step, values } = kept
  if (!Number.isInteger(step) || typeof values !== 'object' || values === null) return false
  return Object.values(values).every((value) => Array.isArray(value) && value.every((part) => typeof part === 'string'))
}
