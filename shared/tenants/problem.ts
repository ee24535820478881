import type { Place } from './json-places.ts'

/** Something in the operator's folder that is wrong ('error': the file is not served) or unwise ('warning'). */
export interface Problem extends Place {
  /** Path of the file as given, e.g. `tenants/afterdusk.json`. */
  file: string
  /** Path of the field, e.g. `theme.primary`; empty for the file as a whole. */
  path: string
  severity: 'error' | 'warning'
  /** What is wrong, in English: commands and logs are for operators. */
  message: string
  /** What to do. */
  fix: string
}

/** A problem as one line, for commands and logs. */
export function problemLine({ file, line, column, severity, message, fix }: Problem): string {
  return `${file}:${line}:${column} ${severity}: ${message} ${fix}`
}
