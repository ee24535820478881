import type { ApiQuery } from '../api/api-query.ts'
import type { TokenPurpose, TokenState } from '../api/links.ts'
import { ACTIVATION_PREFIX } from '../rules/activation-prefix.ts'

/**
 * Key of the page that replaces an invalid link: a link for confirming an address that was used, has expired or was cut off has its own page,
 * whose address the specification names. Null for any other.
 * @param token as in the address, perhaps cut off
 * @param answers the answers to the page's queries; null if there is no such token
 */
export function insteadOfToken(token: string, answers: readonly (readonly [ApiQuery, unknown])[] | null): string | null {
  if (!answers) return token.startsWith(ACTIVATION_PREFIX) ? 'activate-error' : null
  const found = answers.find(([query]) => query.endpoint === 'getToken')?.[1] as { purpose: TokenPurpose; state: TokenState } | undefined
  return found?.purpose === 'activate' && found.state !== 'open' ? 'activate-error' : null
}
