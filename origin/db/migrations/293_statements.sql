-- Mails about a member's own spending. One row a member, who may have none.
create table spending_mails (
  member_id bigint primary key references members on delete cascade,
  -- False once the member has switched the monthly statement off.
  statement_wanted boolean not null default true,
  -- The latest month (YYYY-MM) that there was a statement for: a month is stated once.
  statement_month text check (statement_month ~ '^\d{4}-\d{2}$'),
  -- It is still to be mailed.
  statement_due boolean not null default false,
  -- When the member was last mailed that they spend more than before.
  unusual_at timestamptz,
  check (statement_month is not null or not statement_due)
);
create index spending_mails_due on spending_mails (member_id) where statement_due;

-- The latest month for which a brand's members were gone through.
create table statement_months (
  tenant text primary key,
  month text not null check (month ~ '^\d{4}-\d{2}$')
);

alter table tokens drop constraint tokens_kind_check;
alter table tokens add constraint tokens_kind_check check (kind in ('messages', 'likes', 'visits', 'statement'));
