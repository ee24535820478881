import { EXPECTED_MEMBER, IN_BACKGROUND } from '../../shared/api/endpoint.ts'
import { isInFront } from '../state/in-front.ts'
import type { EndpointFacts } from './endpoint-facts.ts'

let member: string | null = null

/** Sets the member this page is for, by public id. */
export function setPageMember(id: string): void {
  member = id
}

/**
 * The headers of every call: that it is our own script's, where the endpoint asks for that, whose page it comes from, and whether that is in the
 * background. The last two are left out for visitors and while the member is unknown.
 */
export function callHeaders({ header }: Pick<EndpointFacts, 'header'>): Record<string, string> {
  return {
    accept: 'application/json',
    ...(header && { 'x-client-request': '1' }),
    ...(member !== null && { [EXPECTED_MEMBER]: member, ...(isInFront() ? {} : { [IN_BACKGROUND]: '1' }) })
  }
}
