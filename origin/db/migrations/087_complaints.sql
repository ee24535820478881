-- Complaints from members and others. Deleted with the member who wrote it, otherwise a year after the answer.
create table complaints (
  id bigint generated always as identity primary key,
  -- For people to quote; it grants no access.
  reference text not null unique,
  -- Of the day and the whole content: sent twice, it is one complaint.
  digest bytea not null unique,
  tenant text not null,
  member_id bigint references members on delete cascade,
  kind text not null,
  page text,
  text text not null,
  earlier text,
  name text,
  email text,
  language text not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  answered_at timestamptz,
  outcome text check (outcome in ('upheld', 'refused')),
  answer text,
  mailed_at timestamptz,
  check ((answered_at is null) = (outcome is null) and (outcome is null) = (answer is null))
);
create index complaints_due on complaints (due_at) where answered_at is null;
create index complaints_answered on complaints (answered_at);
create index complaints_unmailed on complaints (id) where answered_at is not null and mailed_at is null and email is not null;
create index complaints_member on complaints (member_id);
