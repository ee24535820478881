/** The query of the bundles: the code of the address, if it has one. */
export function creditsQuery(search: URLSearchParams): { code?: string } {
  const code = search.get('code')?.trim().slice(0, 40)
  return code ? { code } : {}
}
