-- Secrets of a tenant, encrypted with a key derived from APP_SECRET (origin/push/seal.ts).
create table tenant_secrets (
  tenant text not null,
  name text not null check (name in ('vapid')),
  -- The public half.
  public_value text not null,
  sealed bytea not null,
  created_at timestamptz not null,
  primary key (tenant, name)
);

-- A browser that a member has subscribed to pushes. It ends with the session: a device that was logged out gets no pushes.
create table push_subscriptions (
  id bigint generated always as identity primary key,
  session_hash bytea not null references sessions (id_hash) on delete cascade,
  member_id bigint not null references members on delete cascade,
  tenant text not null,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null
);
create index push_subscriptions_member on push_subscriptions (member_id, id);
create index push_subscriptions_session on push_subscriptions (session_hash);

-- Pending pushes: the newest of each kind, written in the transaction of what it is about; a job sends it.
create table push_notes (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references push_subscriptions on delete cascade,
  kind text not null check (kind in ('message', 'like', 'match')),
  path text not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  unique (subscription_id, kind)
);
create index push_notes_due on push_notes (due_at);
