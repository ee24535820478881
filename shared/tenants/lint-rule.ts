import type { Path } from './json-places.ts'
import type { Problem } from './problem.ts'
import type { Tenant } from './schema.ts'

type Text = Pick<Problem, 'message' | 'fix'>

/** Reports a problem of the current file. */
export interface Tell {
  error(path: Path, text: Text): void
  warning(path: Path, text: Text): void
}

/** What a schema can't express about one brand. */
export type Rule = (tenant: Tenant, tell: Tell) => void
