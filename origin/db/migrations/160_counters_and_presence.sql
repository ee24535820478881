-- Columns that nearly every request writes, each in its own row (docs/decisions/022): a write waits for another write, a read never waits.

-- Number of the member's newest event, counted up in the transaction that writes the event. Anything that changes a member locks this row.
create table event_counters (
  member_id bigint primary key references members on delete cascade,
  number bigint not null default 0
) with (fillfactor = 50);

-- When the member was last seen; written by every request of theirs, unless another one is writing it.
create table presence (
  member_id bigint primary key references members on delete cascade,
  last_seen_at timestamptz not null
) with (fillfactor = 50);

insert into event_counters (member_id, number) select id, event_counter from members;
insert into presence (member_id, last_seen_at) select id, last_seen_at from members;
alter table members drop column event_counter, drop column last_seen_at;

-- Every member has both from the start, however the row was created.
create function begin_member() returns trigger language plpgsql as $$
begin
  insert into event_counters (member_id) values (new.id);
  insert into presence (member_id, last_seen_at) values (new.id, new.signup_date);
  return null;
end $$;
create trigger members_begin after insert on members for each row execute function begin_member();
