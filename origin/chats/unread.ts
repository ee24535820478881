import { sql, type RawBuilder } from 'kysely'

/** SQL: a message that still says something: it wasn't taken back, and its sender wasn't erased. */
export const NOT_REMOVED = sql<boolean>`(messages.text <> '' or messages.content is not null)`

/** SQL: the message still stands and its sender wrote it: gifts are given, and automatic answers come from the site. */
export const WRITTEN = sql<boolean>`(${NOT_REMOVED} and messages.content ->> 'type' is distinct from 'gift'
  and messages.author ->> 'kind' is distinct from 'automatic')`

/** SQL: for a row of `participants`, how many later messages of the other side than this position still say something. */
export function unreadAfter(position: RawBuilder<number>): RawBuilder<number> {
  return sql`(
    select count(*) from messages
    where messages.conversation_id = participants.conversation_id and messages.sender_id = participants.other_id
      and messages.position > greatest(${position}, participants.deleted_position) and ${NOT_REMOVED}
  )`
}
