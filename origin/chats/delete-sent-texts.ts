import { sql } from 'kysely'
import type { Db } from '../http/handler.ts'

/** Removes the texts of a conversation's messages, up to a position, from the stored answers of these members. */
export async function deleteSentTexts(db: Db, members: readonly number[], conversation: string, upTo: number): Promise<void> {
  await sql`
    update idempotency_keys
    set answer = jsonb_build_object('text', jsonb_set((answer ->> 'text')::jsonb, '{message,text}', '""')::text)
    where subject in (select public_id from members where id = any(${members}::bigint[])) and entry = 'sendMessage'
      and (answer ->> 'text')::jsonb ->> 'conversation_id' = ${conversation}
      and ((answer ->> 'text')::jsonb #>> '{message,position}')::integer <= ${upTo}`.execute(db)
}
