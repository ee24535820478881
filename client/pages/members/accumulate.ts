import type { Contract } from '../../../shared/api/contract.ts'
import type { EndpointOutput } from '../../../shared/api/endpoint.ts'
import type { FoundCard } from '../../../shared/api/search.ts'

export type SearchPage = EndpointOutput<Contract['searchMembers']>

/**
 * The results of the loaded pages, in their order. Results shift while someone reads: a member who moved from one page to the next is listed once, at
 * the first position. `similar` are members outside the filters, without anyone found inside.
 */
export function accumulate(pages: readonly (SearchPage | null | undefined)[]): { members: FoundCard[]; similar: FoundCard[] } {
  const found = new Map<string, FoundCard>()
  for (const page of pages) for (const member of page?.members ?? []) found.set(member.id, member)
  return { members: [...found.values()], similar: pages[0]?.similar.filter((member) => !found.has(member.id)) ?? [] }
}
