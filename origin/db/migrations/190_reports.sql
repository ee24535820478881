-- Reports of members about members, with a copy of what they are about: deleting the original doesn't delete it. Both members may leave before it is
-- decided. Deleted some time after the decision.
create table reports (
  id bigint generated always as identity primary key,
  -- For people to quote; it grants no access.
  reference text not null unique,
  -- Of the day and the whole content: sent twice, it is one report.
  digest bytea not null unique,
  tenant text not null,
  pool text not null,
  reporter_id bigint references members on delete set null,
  reported_id bigint references members on delete set null,
  surface text not null check (surface in ('profile', 'photo', 'chat', 'message')),
  kind text not null,
  text text,
  evidence jsonb not null,
  -- Where the receipt and the decision are mailed to.
  language text not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  decided_at timestamptz,
  -- Whether something was done about it.
  outcome text check (outcome in ('acted', 'dismissed')),
  check ((decided_at is null) = (outcome is null))
);
create index reports_due on reports (due_at) where decided_at is null;
create index reports_decided on reports (decided_at);
create index reports_reporter on reports (reporter_id);
create index reports_reported on reports (reported_id);

-- Copies of photos, stored like photos under public ids of their own.
create table report_photos (
  public_id text primary key,
  report_id bigint not null references reports on delete cascade
);
create index report_photos_report on report_photos (report_id);
create trigger report_photos_loosen after delete on report_photos for each row execute function loosen_photo();
