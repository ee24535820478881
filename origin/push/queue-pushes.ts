import { sql, type RawBuilder } from 'kysely'

/** A member who was here less than this many seconds ago is still reading or has just left: the push is sent only if they stay away. */
const GRACE = 120

/**
 * SQL that puts a push into the outbox for each browser of the members in `told` (`member_id`, `push`, `path`) replacing one of the same kind, due
 * once they have been away for a while; its rows say whether that is now (`due`). Part of the statement that writes the event. Nothing is sent to
 * those who come back before that, have seen it elsewhere, or don't want this kind.
 */
export function queuePushes(now: Date): RawBuilder<unknown> {
  return sql`
    insert into outbox (channel, tenant, subscription_id, slot, message, created_at, due_at)
    select 'push', push_subscriptions.tenant, push_subscriptions.id, told.push,
      jsonb_build_object('kind', told.push, 'path', told.path), ${now}::timestamptz,
      greatest(${now}::timestamptz, presence.last_seen_at + ${GRACE} * interval '1 second')
    from told
    join push_subscriptions on push_subscriptions.member_id = told.member_id
    join presence on presence.member_id = told.member_id
    where told.push is not null
    order by push_subscriptions.id
    on conflict (subscription_id, slot) where delivered_at is null and dead_at is null do update
      set message = excluded.message, created_at = excluded.created_at, due_at = excluded.due_at, attempts = 0
    returning due_at <= ${now} as due`
}
