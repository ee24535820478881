import type { EdgeFacts } from '../../shared/auth/edge-signature.ts'
import type { Deps } from '../deps.ts'
import { CAST_PASSWORD } from './cast.ts'

/** Everyone can read the password of demo members, so it opens nothing where local mode is reached from outside. */
export function isDemoFromElsewhere({ deps, facts }: { deps: Pick<Deps, 'local'>; facts: EdgeFacts }, password: string): boolean {
  return deps.local && !facts.local && password === CAST_PASSWORD
}
