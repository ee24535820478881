-- A suspended account is a banned one that comes back by itself.
alter table members drop constraint members_status_check;
alter table members add constraint members_status_check check (status in ('not_confirmed', 'confirmed', 'suspended', 'banned', 'deleted'));
alter table members drop constraint members_deleted_status_check;
alter table members add constraint members_deleted_status_check
  check (deleted_status in ('not_confirmed', 'confirmed', 'suspended', 'banned'));

-- What was decided about a member, as they are told it, and their appeal. Deleted with the member.
create table decisions (
  id bigint generated always as identity primary key,
  reference text not null unique,
  tenant text not null,
  member_id bigint not null references members on delete cascade,
  measure text not null check (measure in ('warn', 'suspend', 'ban', 'reject_photo')),
  -- The house rule that was broken: a value of REPORT_KINDS.
  rule text not null,
  reasons text not null,
  decided_at timestamptz not null,
  -- The end of a suspension.
  until timestamptz check ((until is not null) = (measure = 'suspend')),
  -- When it ended: by its own end, by a moderator, or because another one replaced it.
  lifted_at timestamptz,
  appeal text,
  appealed_at timestamptz,
  appeal_due_at timestamptz,
  appeal_outcome text check (appeal_outcome in ('upheld', 'refused')),
  appeal_answer text,
  appeal_decided_at timestamptz,
  check ((appeal is null) = (appealed_at is null) and (appeal is null) = (appeal_due_at is null)),
  check ((appeal_outcome is null) = (appeal_answer is null) and (appeal_outcome is null) = (appeal_decided_at is null))
);
create index decisions_member on decisions (member_id);
-- What an account is suspended or banned by: at most one decision.
create unique index decisions_current on decisions (member_id) where lifted_at is null and measure in ('suspend', 'ban');
create index decisions_until on decisions (until) where lifted_at is null and measure = 'suspend';
create index decisions_appeals on decisions (appeal_due_at) where appeal is not null and appeal_decided_at is null;

-- Who works on a report, a complaint, an appeal (by reference) or a photo (by public id).
create table claims (
  reference text primary key,
  author text not null,
  claimed_at timestamptz not null
);

-- What moderators did, in order; kept after the member is gone, whose public id then means nothing.
create table moderation_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  author text not null,
  verb text not null,
  -- Public id of the member.
  subject text,
  reference text,
  reason text
);
create index moderation_log_subject on moderation_log (subject);
create index moderation_log_reference on moderation_log (reference);
create index moderation_log_at on moderation_log (at);
create function refuse_log_change() returns trigger language plpgsql as $$
begin
  raise exception 'The moderation log is only appended to';
end $$;
create trigger moderation_log_append before update on moderation_log for each row execute function refuse_log_change();
