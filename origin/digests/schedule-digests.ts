import { sql, type RawBuilder } from 'kysely'
import { whoMay } from '../members/account-state.ts'
import { AWAY, GATHERED } from './due.ts'

/**
 * SQL that schedules digests for the members in `told` (`member_id`, `kind`, and `frequency` for those who haven't chosen): when the mail is due, by
 * their choice; its rows say whether that is now (`due`). Part of the statement that writes the event. No row for members who don't want such a mail,
 * can't get one, or have been mailed since they were last here.
 */
export function scheduleDigests(now: Date): RawBuilder<unknown> {
  const first = sql`coalesce(digests.first_at, ${now}::timestamptz)`
  return sql`
    insert into digests (member_id, kind, first_at, due_at)
    select told.member_id, told.kind, ${first},
      greatest(${first} + gathered.seconds * interval '1 second', presence.last_seen_at + ${AWAY} * interval '1 second')
    from told
    join members on members.id = told.member_id
    join presence on presence.member_id = told.member_id
    left join mail_preferences chosen on chosen.member_id = told.member_id and chosen.kind = told.kind
    left join digests on digests.member_id = told.member_id and digests.kind = told.kind
    join unnest(${Object.keys(GATHERED)}::text[], ${Object.values(GATHERED)}::integer[]) as gathered (frequency, seconds)
      on gathered.frequency = coalesce(chosen.frequency, told.frequency)
    where told.kind is not null and ${whoMay('get_news')} and not members.fictional and members.notifications_disabled = '{}'
      and not (gathered.frequency = 'at_once' and coalesce(digests.mailed_at >= presence.last_seen_at, false))
    on conflict (member_id, kind) do update set first_at = excluded.first_at, due_at = excluded.due_at
    returning due_at <= ${now} as due`
}
