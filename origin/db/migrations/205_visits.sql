-- Who has opened whose profile, and when last: one row a pair, written at most once a day. Swept after KEPT_DAYS.visit days.
create table visits (
  visitor_id bigint not null references members on delete cascade,
  visited_id bigint not null references members on delete cascade,
  -- In the time zone of the site on which it happened.
  day date not null,
  -- Of the newest visit, which replaces an older one.
  created_at timestamptz not null,
  is_new boolean not null default true,
  primary key (visited_id, visitor_id),
  check (visitor_id <> visited_id)
);
create index visits_newest on visits (visited_id, created_at desc, visitor_id);
create index visits_new on visits (visited_id) where is_new;
create index visits_visitor on visits (visitor_id);
create index visits_oldest on visits (created_at);

alter table members
  -- Others see the member's visits, and the member sees theirs.
  add column shows_visits boolean not null default true,
  -- The same for being online and active today.
  add column shows_presence boolean not null default true;

alter table digests drop constraint digests_kind_check;
alter table digests add constraint digests_kind_check check (kind in ('messages', 'likes', 'visits'));
alter table tokens drop constraint tokens_kind_check;
alter table tokens add constraint tokens_kind_check check (kind in ('messages', 'likes', 'visits'));

-- Pushes about visits are off until the member turns them on.
alter table members drop constraint members_push_off_check;
alter table members alter column push_off set default '{visit}';
update members set push_off = array_append(push_off, 'visit');
alter table members add constraint members_push_off_check check (push_off <@ array['message', 'like', 'match', 'visit']);
