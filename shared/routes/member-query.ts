import type { User } from '../api/user.ts'
import { matchRoute } from './match.ts'

/** Does this address leave the query to what the member's account says? */
export function lacksMemberQuery(pathname: string, search: URLSearchParams): boolean {
  return matchRoute(pathname)?.route.memberQuery?.missing(search) ?? false
}

/** Such an address with its query for a member; any other as it is. */
export function withMemberQuery(url: string, user: User): string {
  const { pathname, searchParams } = new URL(url, 'http://own.invalid')
  if (!lacksMemberQuery(pathname, searchParams)) return url
  const values = Object.entries(matchRoute(pathname)!.route.memberQuery!.of(user))
  if (values.length === 0) return url
  for (const [name, value] of values) searchParams.set(name, value)
  return `${pathname}?${searchParams}`
}
