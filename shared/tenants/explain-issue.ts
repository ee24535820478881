import type { BaseIssue, GenericSchema } from 'valibot'
import { normalizeHost } from './hosts.ts'
import type { Path } from './json-places.ts'
import { nearestWord } from './nearest-word.ts'

/** A schema issue, explained for operators. */
export interface Explained {
  path: Path
  /** Whether to point at the key or at the value. */
  at: 'key' | 'value'
  message: string
  fix: string
}

interface Node {
  entries?: Record<string, Node>
  wrapped?: Node
  item?: Node
  value?: Node
  pipe?: readonly { type: string; description?: string }[]
}

const unwrapped = (node: Node | undefined): Node | undefined => (node?.wrapped ? unwrapped(node.wrapped) : node)
const descriptionOf = (node: Node | undefined) => node?.pipe?.find((item) => item.type === 'description')?.description

/** The part of the schema at a path, and the nearest hover text on the way there. */
function partAt(schema: GenericSchema, path: Path): { part: Node | undefined; hover: string } {
  let part: Node | undefined = unwrapped(schema as unknown as Node)
  let hover = ''
  for (const key of path) {
    part = unwrapped(part?.entries?.[key] ?? part?.item ?? part?.value)
    hover = descriptionOf(part) ?? hover
  }
  return { part, hover }
}

/** Fields that a schema has at a path, for "did you mean". */
export function fieldsAt(schema: GenericSchema, path: Path): string[] {
  return Object.keys(partAt(schema, path).part?.entries ?? {})
}

/** Explains a field that the schema doesn't know. */
export function explainUnknown(schema: GenericSchema, path: Path): Explained {
  const known = fieldsAt(schema, path.slice(0, -1))
  const near = nearestWord(String(path.at(-1)), known)
  const fix = near ? `Did you mean "${near}"?` : path.length > 1 ? `Use one of ${known.join(', ')}.` : 'Remove it.'
  return { path, at: 'key', message: `There is no field "${path.join('.')}".`, fix }
}

const KINDS: Record<string, string> = {
  string: 'a text in double quotes',
  number: 'a number without quotes',
  boolean: 'true or false without quotes',
  array: 'a list in [brackets]',
  strict_object: 'an object in {braces}',
  record: 'an object in {braces}',
  integer: 'a whole number'
}

/** Explains an issue: what is wrong, where, and what to do about it. */
export function explainIssue(schema: GenericSchema, issue: BaseIssue<unknown>): Explained {
  const path = (issue.path ?? []).map((item) => item.key as string | number)
  const name = path.join('.')
  if (issue.type === 'strict_object' && issue.expected === 'never') return explainUnknown(schema, path)
  const { hover } = partAt(schema, path)
  if (issue.type === 'strict_object' && issue.received === 'undefined') {
    return { path, at: 'value', message: `"${name}" is missing.`, fix: `Add it. ${hover}`.trim() }
  }
  if (issue.path?.at(-1)?.origin === 'key') return explainKey(issue, path)
  return { path, at: 'value', message: `"${name}" ${rule(issue)}, not ${shown(issue.input)}.`, fix: fix(issue, path, hover) }
}

function explainKey(issue: BaseIssue<unknown>, path: Path): Explained {
  const allowed = options(issue)
  const near = nearestWord(String(path.at(-1)), allowed)
  const fix = near ? `Did you mean "${near}"?` : allowed.length > 0 ? `Use one of ${allowed.join(', ')}.` : 'Change or remove it.'
  return { path, at: 'key', message: `"${path.join('.')}": "${String(path.at(-1))}" is not allowed here.`, fix }
}

/** The values of a picklist; its own `expected` is a text. */
function options(issue: BaseIssue<unknown>): string[] {
  return issue.type === 'picklist' ? [...(issue.expected ?? '').matchAll(/"([^"]*)"/g)].map((found) => found[1]!) : []
}

function rule(issue: BaseIssue<unknown>): string {
  const limit = String(issue.requirement)
  const unit = typeof issue.input === 'string' ? 'characters' : 'entries'
  switch (issue.type) {
    case 'picklist':
      return `must be one of ${options(issue).join(', ')}`
    case 'min_value':
      return `must be at least ${limit}`
    case 'max_value':
      return `must be at most ${limit}`
    case 'min_length':
      return limit === '1' ? 'must not be empty' : `must have at least ${limit} ${unit}`
    case 'max_length':
      return `must have at most ${limit} ${unit}`
    default:
      // Patterns have their own text as the message.
      return `must be ${KINDS[issue.type] ?? issue.message}`
  }
}

function shown(input: unknown): string {
  const text = JSON.stringify(input) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}

function fix(issue: BaseIssue<unknown>, path: Path, hover: string): string {
  const input = issue.input
  if (typeof input === 'string') {
    const near = nearestWord(input, options(issue))
    if (near) return `Did you mean "${near}"?`
    const host = path[0] === 'domain' || path[0] === 'aliases' ? normalizeHost(input.trim().replace(/^https?:\/\/|\/.*$/g, '')) : null
    if (host?.includes('.')) return `Write "${host}".`
  }
  return hover || 'Change the value.'
}
