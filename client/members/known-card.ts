import type { QueryClient } from '@tanstack/react-query'
import type { ApiQuery } from '../../shared/api/api-query.ts'
import type { Contract, EndpointName } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import type { MemberCard } from '../../shared/api/members.ts'

/** What a cached list says about a member: enough to begin showing their profile. Null if no list has them. */
export function knownCard(queryClient: QueryClient, id: string): MemberCard | null {
  const answers = <N extends EndpointName>(endpoint: N) =>
    queryClient
      .getQueriesData<EndpointOutput<Contract[N]> | null>({ queryKey: [endpoint] })
      .flatMap(([, answer]) => (answer ? [answer] : []))
  const cards: MemberCard[] = [
    ...answers('searchMembers').flatMap(({ members, similar }) => [...members, ...similar]),
    ...answers('listLikes').flatMap(({ liked_by, profiles, matches }) => [...liked_by, ...profiles, ...matches]),
    ...answers('listVisits').flatMap(({ visits }) => visits),
    ...answers('getHome').flatMap(({ likes, people }) => [...likes, ...people]),
    ...answers('findMatches').flatMap(({ members }) => members),
    ...answers('getSwipeDeck').flatMap(({ cards }) => cards),
    ...answers('getSignupMatches').flatMap(({ interest, members }) => (interest ? [interest, ...members] : members))
  ]
  return cards.find((card) => card.id === id) ?? null
}

/** Can the page begin without the answer to this query? */
export function canBegin(queryClient: QueryClient, { endpoint, query }: ApiQuery): boolean {
  return endpoint === 'getMember' && query.id !== undefined && knownCard(queryClient, query.id) !== null
}
