-- Discount codes. Those without a tenant belong to the product: each member has them for a time that is counted from their own row.
create table discount_codes (
  id bigint generated always as identity primary key,
  tenant text,
  -- As it is typed, in capitals.
  code text not null check (code = upper(code) and code ~ '^[A-Z0-9-]{4,24}$'),
  -- code: typed in. time_bonus, welcome, leaving: offered by the product, and applied without being typed.
  kind text not null default 'code' check (kind in ('code', 'time_bonus', 'welcome', 'leaving')),
  value_percentage double precision not null check (value_percentage > 0 and value_percentage < 100),
  -- Minor units of `currency`; that of the welcome code depends on the brand's bundles.
  minimum_order_value integer not null default 0 check (minimum_order_value >= 0),
  country text check (country ~ '^[A-Z]{2}$'),
  currency text check (currency ~ '^[A-Z]{3}$'),
  -- Empty: every method.
  paymentmethods text[] not null default '{}',
  -- The only member who can use it.
  member_id bigint references members on delete cascade,
  expires timestamptz,
  status text not null default 'active' check (status in ('active', 'inactive')),
  validity text not null default 'once-per-user' check (validity in ('once-per-user', 'unlimited')),
  created_at timestamptz not null,
  author text not null,
  reason text not null,
  ended_at timestamptz,
  ended_by text,
  end_reason text,
  check (minimum_order_value = 0 or currency is not null),
  check ((status = 'inactive') = (ended_at is not null)),
  check (tenant is not null or kind in ('time_bonus', 'welcome'))
);
create unique index discount_codes_code on discount_codes (coalesce(tenant, ''), code) where kind <> 'leaving';
create unique index discount_codes_leaving on discount_codes (member_id) where kind = 'leaving';
create index discount_codes_member on discount_codes (member_id) where member_id is not null;

insert into discount_codes (code, kind, value_percentage, created_at, author, reason) values
  ('TIMEBONUS25', 'time_bonus', 25, '2026-11-23', 'Tether', 'For every new member, for 4 hours'),
  ('WELCOME25', 'welcome', 25, '2026-11-23', 'Tether', 'For every new member, for 7 days, from the second-smallest bundle on');

-- Which order uses which code: reserved while it may still be paid, then used for good.
create table discount_uses (
  order_id bigint primary key references orders on delete cascade,
  code_id bigint not null references discount_codes on delete cascade,
  -- Row number of the member, for a code that each can use once; null for others.
  once_for bigint,
  reserved_at timestamptz not null,
  completed_at timestamptz,
  unique (code_id, once_for)
);
