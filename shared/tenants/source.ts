import type { JsonText, Path } from './json-places.ts'
import type { Problem } from './problem.ts'
import type { Company, Tenant } from './schema.ts'

/** A parsed file: its object and the positions in its text. */
export interface Source {
  file: string
  id: string
  raw: Record<string, unknown>
  json: JsonText
}

/** A tenant whose own fields are well-formed, and its file. */
export interface CheckedTenant extends Source {
  settings: Tenant
}

/** A company whose fields are well-formed, and its file. */
export interface CheckedCompany extends Source {
  company: Company
}

/**
 * A problem at a field of a file. For an inherited field it points to `extends`.
 */
export function problemAt(
  source: Source,
  path: Path,
  text: Pick<Problem, 'message' | 'fix'> & { severity?: Problem['severity']; at?: 'key' | 'value' }
): Problem {
  const inherited = path.length > 0 && !Object.hasOwn(source.raw, path[0]!) && Object.hasOwn(source.raw, 'extends')
  const place = inherited ? source.json.valueAt(['extends']) : text.at === 'key' ? source.json.keyAt(path) : source.json.valueAt(path)
  return { file: source.file, ...place, path: path.join('.'), severity: text.severity ?? 'error', message: text.message, fix: text.fix }
}
