import { nearestWord } from '../../shared/tenants/nearest-word.ts'
import { UsageError } from '../operator/usage-error.ts'

/** The options of all commands; parseArgs refuses any other. */
export const OPTIONS = {
  json: { type: 'boolean' },
  resolved: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  force: { type: 'boolean' },
  edge: { type: 'string', multiple: true },
  target: { type: 'string' },
  name: { type: 'string' },
  domain: { type: 'string' },
  lang: { type: 'string' },
  countries: { type: 'string' },
  niche: { type: 'string' },
  company: { type: 'string' },
  primary: { type: 'string' },
  secondary: { type: 'string' },
  pool: { type: 'string' },
  email: { type: 'string' },
  status: { type: 'string' }
} as const

type Options = { [Name in keyof typeof OPTIONS]?: (typeof OPTIONS)[Name] extends { multiple: true } ? string[] : string | boolean }

/** What a command was called with. */
export interface Call {
  /** The tenants folder. */
  dir: string
  words: readonly string[]
  json: boolean
  options: Options
}

/** The option's text, or undefined if it was not given. */
export function textOption(options: Options, name: Exclude<keyof Options, 'edge'>): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

/** The error for an unknown tenant, suggesting the one that was probably meant. */
export function noTenant(id: string, ids: readonly string[]): UsageError {
  const near = nearestWord(id, ids)
  return new UsageError(`There is no tenant "${id}". ${near ? `Did you mean "${near}"?` : `There are: ${ids.join(', ') || 'none'}.`}`)
}

/** The id that a command needs as its first argument. */
export function neededId({ words: [id] }: Call, usage: string): string {
  if (!id) throw new UsageError(`Which tenant? npm run tenants -- ${usage}`)
  return id
}
