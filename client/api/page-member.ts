import { EXPECTED_MEMBER } from '../../shared/api/endpoint.ts'

let member: string | null = null

/** Sets the member this page is for, by public id. */
export function setPageMember(id: string): void {
  member = id
}

/** Headers that say whose page a call comes from; none for visitors and while the member is unknown. */
export function memberHeaders(): Record<string, string> {
  return member === null ? {} : { [EXPECTED_MEMBER]: member }
}
