import { hash, verify } from '@node-rs/argon2'
import { createTurns } from '../../http/turns.ts'

/** Argon2id, 19 MiB, two passes, one lane; the library's default algorithm is Argon2id. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const inTurn = createTurns({ atOnce: 2, queueMax: 20 })

/** The PHC string of a new password. Throws `unavailable` when too many wait. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFKC'), COST))
}

/**
 * Does the password match this PHC string? Null, and text that isn't a hash, return false after as much time as a wrong password. Throws
 * `unavailable` when too many wait.
 */
export async function verifyPassword(phc: string | null, password: string): Promise<boolean> {
  const [same = false] = await verifyEach([phc], password)
  return same
}

/** The same for several hashes in one turn, one after the other: all of them, even after a match. */
export function verifyEach(phcs: readonly (string | null)[], password: string): Promise<boolean[]> {
  return inTurn(async () => {
    const found: boolean[] = []
    for (const phc of phcs) {
      const known = phc?.startsWith('$argon2id$') ? phc : null
      const same = await verify(known ?? (await decoy()), password.normalize('NFKC'))
      found.push(same && known !== null)
    }
    return found
  })
}

let decoyHash: Promise<string> | undefined

/** The hash that unknown accounts are checked against. */
function decoy(): Promise<string> {
  return (decoyHash ??= hash(crypto.randomUUID(), COST))
}
