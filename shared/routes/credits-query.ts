/**
 * The query of the bundles: the code of the address, if it has one. Characters that no code can contain are replaced, so that such a code is reported
 * as unknown; refused as invalid input, it would make the page "not found".
 */
export function creditsQuery(search: URLSearchParams): { code?: string } {
  const code = search.get('code')?.trim().slice(0, 40).replace(/\p{C}/gu, '?')
  return code ? { code } : {}
}
