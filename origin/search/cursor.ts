import * as v from 'valibot'
import { invalidField } from '../http/http-error.ts'
import type { ViewerScope } from '../members/viewer-scope.ts'
import { seal, unseal } from '../seal.ts'

/** A place in the order of the results: that of a member as they were when they were found. */
export interface Position {
  rank: number
  /** Their last active day. */
  day: string
  /** Their row number. */
  id: number
}

const Sealed = v.strictTuple([v.number(), v.pipe(v.string(), v.isoDate()), v.number()])

type Scope = Pick<ViewerScope, 'viewer' | 'deps' | 'pool'>

/** The position as text, encrypted for this viewer: it reveals neither row numbers nor on which day someone was last here. */
export function sealPosition(scope: Scope, { rank, day, id }: Position): string {
  return seal(scope.deps.secrets.app, placeOf(scope), JSON.stringify([rank, day, id])).toString('base64url')
}

/** The position in a text. Throws `invalid` for anything that `sealPosition` hasn't made for this viewer. */
export function openPosition(scope: Scope, text: string): Position {
  try {
    const [rank, day, id] = v.parse(Sealed, JSON.parse(unseal(scope.deps.secrets.app, placeOf(scope), Buffer.from(text, 'base64url'))))
    return { rank, day, id }
  } catch {
    throw invalidField('after', 'invalid')
  }
}

const placeOf = ({ viewer, pool }: Scope) => `search ${pool} ${viewer?.public_id ?? ''}`
