/** The query of a page of payments; the first page, and anything that isn't a page, has none. */
export function transactionsQuery(page: string | null): Record<string, string> {
  return page !== null && /^[1-9]\d{0,2}$/.test(page) && page !== '1' ? { page } : {}
}
