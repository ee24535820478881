import { sql } from 'kysely'
import type { Db } from '../http/handler.ts'

/** What is left of a message's content; answers stored by older versions have the words in `text` too. */
const NOTHING = JSON.stringify({ content: { type: 'text', text: '' } })

/** Removes the texts of a conversation's messages, up to a position (or between two), from the stored answers of these members. */
export async function deleteSentTexts(db: Db, members: readonly number[], conversation: string, upTo: number, from = 1): Promise<void> {
  await sql`
    update idempotency_keys
    set answer = jsonb_build_object('text', (
      (answer ->> 'text')::jsonb || jsonb_build_object('message', ((answer ->> 'text')::jsonb -> 'message') - 'text'::text || ${NOTHING}::jsonb)
    )::text)
    where subject in (select public_id from members where id = any(${members}::bigint[])) and entry in ('sendMessage', 'sendGift', 'sendPhoto')
      and (answer ->> 'text')::jsonb ->> 'conversation_id' = ${conversation}
      and ((answer ->> 'text')::jsonb #>> '{message,position}')::integer between ${from} and ${upTo}`.execute(db)
}
