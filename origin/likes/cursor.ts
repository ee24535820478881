import { sql, type RawBuilder } from 'kysely'
import type { LikesType } from '../../shared/api/likes.ts'

/** The entry of a list after which its next page begins. */
export interface LastLike {
  /** Microseconds since 1970 of the time that orders the list. */
  at: number
  public_id: string
  is_new: boolean
}

/** The cursor as callers get it. Received likes begin with the new ones, so their cursor says which part it is in. */
export function cursorAfter(type: LikesType, { at, public_id, is_new }: LastLike): string {
  return `${type === 'received' ? (is_new ? 'n' : 'o') : ''}${at}.${public_id}`
}

/** SQL: the values after which a list goes on, in the order of its index. A member who has been erased meanwhile counts as the first of their time. */
export function positionOf(type: LikesType, cursor: string): RawBuilder<unknown> {
  const [, part, at, id] = /^([on]?)(\d+)\.(.*)$/.exec(cursor)!
  const time = sql`timestamptz 'epoch' + ${Number(at)}::bigint * interval '1 microsecond'`
  const member = sql`coalesce((select id from members where public_id = ${id}), 0)`
  return type === 'received' ? sql`(${part === 'n'}::boolean, ${time}, ${member})` : sql`(${time}, ${member})`
}

/** SQL: a time as it is in a cursor. */
export function microseconds(time: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(extract(epoch from ${time}) * 1000000)::bigint`
}
