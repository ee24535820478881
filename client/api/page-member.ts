import { EXPECTED_MEMBER, IN_BACKGROUND } from '../../shared/api/endpoint.ts'
import { isInFront } from '../state/in-front.ts'

let member: string | null = null

/** Sets the member this page is for, by public id. */
export function setPageMember(id: string): void {
  member = id
}

/** Headers that say whose page a call comes from, and whether it is in the background; none for visitors and while the member is unknown. */
export function memberHeaders(): Record<string, string> {
  return member === null ? {} : { [EXPECTED_MEMBER]: member, ...(isInFront() ? {} : { [IN_BACKGROUND]: '1' }) }
}
