/**
 * The query of the bundles: the code of the address, if it has one. What no code can contain is replaced, so that such a code isn't found like any other
 * that doesn't exist; refused as input, it would be a page that doesn't exist.
 */
export function creditsQuery(search: URLSearchParams): { code?: string } {
  const code = search.get('code')?.trim().slice(0, 40).replace(/\p{C}/gu, '?')
  return code ? { code } : {}
}
