-- Ids: bigint internally; only public_id (22 url-safe characters, 128 random bits) leaves the origin. Times: timestamptz, written from the injected
-- business clock, never from now().

create table tenant_versions (
  tenant text not null,
  version integer not null,
  settings jsonb not null,
  company jsonb not null,
  digest text not null,
  author text not null,
  created_at timestamptz not null,
  primary key (tenant, version)
);

create table members (
  id bigint generated always as identity primary key,
  public_id text not null unique check (length(public_id) = 22),
  pool text not null,
  home_tenant text not null,
  -- Name and address are unique in a pool; compared by their folded keys.
  email text not null,
  email_key text not null,
  name text not null,
  name_key text not null,
  password_hash text not null,
  language text not null,
  status text not null default 'not_confirmed' check (status in ('not_confirmed', 'confirmed', 'banned', 'deleted')),
  paid_user boolean not null default false,
  notifications_disabled text[] not null default '{}',
  signup_date timestamptz not null,
  deleted_at timestamptz,
  last_seen_at timestamptz not null,
  -- Day of last_seen_at: the search's order changes at most once a day.
  active_day date not null,
  tracking jsonb not null default '{}',
  consent jsonb not null,
  -- Number of the member's newest event; counted up in the transaction that writes the event.
  event_counter bigint not null default 0,
  -- profile
  profile_status text not null default 'disabled' check (profile_status in ('disabled', 'active')),
  gender text not null check (gender in ('woman', 'man', 'couple', 'other')),
  looking_for text[] not null default '{}',
  date_of_birth date not null,
  country text not null,
  region text,
  interests text[] not null default '{}',
  about text,
  signup_message text,
  fictional boolean not null default false,
  -- Shown to visitors who are not logged in; members opt in.
  shown_to_visitors boolean not null default false,
  main_photo_id bigint,
  unique (pool, email_key),
  unique (pool, name_key)
);
-- The search: members of a pool that can be shown. Both indexes contain every column that it uses, so that pages (newest active day first) and counts
-- are index-only: with 100,000 members a page with its total takes 2 to 6 ms instead of up to 90.
create index members_search on members (pool, active_day desc, id)
  include (gender, country, region, date_of_birth, fictional, shown_to_visitors) where status = 'confirmed' and profile_status = 'active';
create index members_search_filters on members (pool, gender, country, region, date_of_birth)
  include (id, active_day, fictional, shown_to_visitors) where status = 'confirmed' and profile_status = 'active';

create table photos (
  id bigint generated always as identity primary key,
  public_id text not null unique check (length(public_id) = 22),
  member_id bigint not null references members on delete cascade,
  position integer not null,
  status text not null check (status in ('pending', 'active', 'rejected')),
  created_at timestamptz not null
);
create index photos_member on photos (member_id, position);
alter table members add constraint members_main_photo foreign key (main_photo_id) references photos on delete set null;

create table sessions (
  -- SHA-256 of the 256-bit session id: a copy of this table opens nothing.
  id_hash bytea primary key,
  member_id bigint not null references members on delete cascade,
  tenant text not null,
  created_at timestamptz not null,
  renewed_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_member on sessions (member_id);

create table tokens (
  token_hash bytea primary key,
  member_id bigint not null references members on delete cascade,
  tenant text not null,
  purpose text not null check (purpose in ('activate')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index tokens_member on tokens (member_id, purpose, created_at);

-- Wrong passwords by account (also for accounts that do not exist: the key is an HMAC of what was typed) and by address.
create table login_failures (
  key text primary key,
  failures integer not null,
  first_at timestamptz not null,
  blocked_until timestamptz
);

create table likes (
  liker_id bigint not null references members on delete cascade,
  liked_id bigint not null references members on delete cascade,
  created_at timestamptz not null,
  is_new boolean not null default true,
  primary key (liker_id, liked_id),
  check (liker_id <> liked_id)
);
create index likes_received on likes (liked_id, is_new desc, created_at desc);
create index likes_given on likes (liker_id, created_at desc);

create table blocks (
  blocker_id bigint not null references members on delete cascade,
  blocked_id bigint not null references members on delete cascade,
  created_at timestamptz not null,
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_blocked on blocks (blocked_id);

create table conversations (
  id bigint generated always as identity primary key,
  public_id text not null unique check (length(public_id) = 22),
  -- The smaller member id first, so that two members have one conversation.
  first_id bigint not null references members on delete cascade,
  second_id bigint not null references members on delete cascade,
  opened_by bigint not null,
  created_at timestamptz not null,
  last_position integer not null default 0,
  last_message_at timestamptz not null,
  unique (first_id, second_id),
  check (first_id < second_id)
);

-- One row per member and conversation: what is unread, and what they deleted for themselves.
create table participants (
  conversation_id bigint not null references conversations on delete cascade,
  member_id bigint not null references members on delete cascade,
  other_id bigint not null references members on delete cascade,
  read_position integer not null default 0,
  unread integer not null default 0 check (unread >= 0),
  -- Messages up to here were deleted by this member; the conversation is hidden until a newer one comes.
  deleted_position integer not null default 0,
  last_message_at timestamptz not null,
  hidden boolean not null default false,
  primary key (conversation_id, member_id)
);
create index participants_list on participants (member_id, last_message_at desc, conversation_id) where not hidden;

create table messages (
  id bigint generated always as identity primary key,
  public_id text not null unique check (length(public_id) = 22),
  conversation_id bigint not null references conversations on delete cascade,
  position integer not null,
  sender_id bigint not null references members on delete cascade,
  client_id text not null,
  text text not null,
  created_at timestamptz not null,
  unique (conversation_id, position),
  -- The last defence against a doubled send.
  unique (sender_id, client_id)
);

create table events (
  member_id bigint not null references members on delete cascade,
  number bigint not null,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null,
  primary key (member_id, number)
);
create index events_age on events (created_at);

-- A key's answer, written in the transaction of its effect and kept for 48 h. `subject` is the member, or for sign-up the address of the caller.
create table idempotency_keys (
  subject text not null,
  entry text not null,
  key text not null,
  request_hash bytea not null,
  status integer not null,
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (subject, entry, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Mails are written in the transaction of what they are about; a job sends them.
create table mails (
  id bigint generated always as identity primary key,
  tenant text not null,
  sender_name text not null,
  sender_address text not null,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  links jsonb not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  sent_at timestamptz,
  failed_at timestamptz
);
create index mails_due on mails (due_at) where sent_at is null and failed_at is null;
create index mails_recipient on mails (recipient, created_at);

-- Credits: append-only double entry. Integers only; a member's balance never falls below 0.
create table balances (
  member_id bigint primary key references members on delete cascade,
  credits integer not null default 0 check (credits >= 0)
);
create table ledger_entries (
  id bigint generated always as identity primary key,
  -- The two entries of one movement share its id and sum to 0.
  movement text not null,
  account text not null check (account in ('member', 'house')),
  member_id bigint not null,
  credits integer not null check (credits <> 0),
  reason text not null,
  created_at timestamptz not null,
  unique (movement, account)
);
create index ledger_member on ledger_entries (member_id, id);
create function refuse_change() returns trigger language plpgsql as $$ begin raise exception 'the ledger is append-only'; end $$;
create trigger ledger_append_only before update or delete on ledger_entries for each row execute function refuse_change();
