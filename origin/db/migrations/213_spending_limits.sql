-- What a member may spend, as they have chosen; deleted with the member.
create table spending_limits (
  member_id bigint primary key references members on delete cascade,
  -- Minor units of `currency`, a calendar day and month; null: no limit.
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  day_limit integer check (day_limit >= 0),
  month_limit integer check (month_limit >= 0),
  -- Looser limits, and when they begin.
  next_currency text check (next_currency ~ '^[A-Z]{3}$'),
  next_day_limit integer check (next_day_limit >= 0),
  next_month_limit integer check (next_month_limit >= 0),
  next_at timestamptz,
  -- Buying is paused until then.
  paused_until timestamptz,
  check ((next_at is null) = (next_currency is null))
);
