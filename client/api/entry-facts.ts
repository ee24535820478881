import { CONTRACT, type EntryName } from '../../shared/api/contract.ts'
import { addressOf, type Entry, type Method } from '../../shared/api/entry.ts'

/** What a call has to know of its entry. */
export interface EntryFacts {
  method: Method
  /** With the name in the query that the entry is picked by. */
  path: string
  header: boolean
  /** Has a JSON body. */
  hasBody: boolean
  idempotency: Entry['idempotency']
  constant?: true
}

/** Of these the browser calls none. */
const OTHERS = new Set<Entry['caller']>(['edge', 'webhook'])

/** The contract without its schemas, as far as the browser calls it. The browser's build writes the outcome here as data (bin/build/entry-facts.ts): 10 KB less to load. */
export const ENTRY_FACTS = Object.fromEntries(
  Object.values(CONTRACT)
    .filter(({ caller }) => !OTHERS.has(caller))
    .map(({ name, method, path, when, header, body, takes, idempotency, constant }) => [
      name,
      {
        method,
        path: addressOf({ path, when }),
        header,
        hasBody: body !== undefined && takes.kind === 'json',
        idempotency,
        ...(constant && { constant })
      }
    ])
) as Record<EntryName, EntryFacts>
