import type { ApiQuery } from '../api/api-query.ts'
import type { TokenPurpose, TokenState } from '../api/links.ts'
import { ACTIVATION_PREFIX } from '../rules/activation-prefix.ts'

/**
 * Key of the page that takes the place of a link that is no good: one that was to confirm an address, used, too old or cut off, has a page of
 * its own (SPEC §2). Null for every other.
 * @param token as it stands in the address, perhaps without its end
 * @param answers what came back to the page's queries; null where there is no such token
 */
export function insteadOfToken(token: string, answers: readonly (readonly [ApiQuery, unknown])[] | null): string | null {
  if (!answers) return token.startsWith(ACTIVATION_PREFIX) ? 'activate-error' : null
  const found = answers.find(([query]) => query.endpoint === 'getToken')?.[1] as { purpose: TokenPurpose; state: TokenState } | undefined
  return found?.purpose === 'activate' && found.state !== 'open' ? 'activate-error' : null
}
