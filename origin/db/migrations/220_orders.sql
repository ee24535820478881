-- What members buy. An order says what was agreed; its price, currency and country never change. It outlives the member, whose row number it keeps
-- like the ledger does: what was paid has to be kept, and the number then leads to no one.
create table orders (
  id bigint generated always as identity primary key,
  public_id text not null unique check (length(public_id) = 22),
  -- For people to quote, and the number of the receipt; it grants no access.
  reference text not null unique,
  tenant text not null,
  member_id bigint not null,
  bundle text not null,
  credits integer not null check (credits > 0),
  -- Minor units of `currency`. The total is what is paid, tax included.
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  price integer not null check (price > 0),
  discount integer not null default 0 check (discount >= 0),
  total integer not null check (total > 0 and total = price - discount),
  -- The percentage of tax that is part of the total; null where none is known.
  vat_rate double precision check (vat_rate >= 0),
  discount_code_id bigint,
  country text not null check (country ~ '^[A-Z]{2}$'),
  method text not null,
  -- Paid by the stored card, without a page of the provider.
  recurring boolean not null default false,
  save_card boolean not null default false,
  provider text not null,
  provider_payment_id text,
  -- The provider's page, while the member may still pay there.
  checkout_url text,
  checkout_until timestamptz,
  -- loading: being begun, or the member is at the provider's page; pending: the provider works on it. The other three are final.
  status text not null default 'loading' check (status in ('loading', 'pending', 'completed', 'failed', 'cancelled')),
  -- Why it failed, as the provider says it: a code, never a name or a number of a card.
  failure text,
  created_at timestamptz not null,
  paid_at timestamptz,
  settled_at timestamptz,
  -- When to ask the provider next, for an order that isn't settled.
  ask_at timestamptz,
  asked integer not null default 0,
  refunded integer not null default 0 check (refunded between 0 and total),
  refunded_credits integer not null default 0 check (refunded_credits between 0 and credits),
  charged_back_at timestamptz,
  unique (provider, provider_payment_id),
  check ((status in ('loading', 'pending')) = (settled_at is null)),
  check ((status = 'completed') = (paid_at is not null)),
  check (refunded = 0 or status = 'completed'),
  check (charged_back_at is null or status = 'completed')
);
create index orders_member on orders (member_id, id desc);
create index orders_ask on orders (ask_at) where settled_at is null;
create index orders_settled on orders (tenant, settled_at) where status = 'completed';

-- What a provider has said about payments, each thing once: written in the transaction of its effect. One that can have no effect yet, such as a
-- refund that arrives before its payment, waits here (`applied_at` null) and is taken up by what it waits for.
create table payment_events (
  provider text not null,
  event_id text not null,
  order_id bigint not null references orders,
  fact jsonb not null,
  created_at timestamptz not null,
  applied_at timestamptz,
  -- Why it had no effect, if it never will.
  ignored text,
  primary key (provider, event_id)
);
create index payment_events_order on payment_events (order_id);

-- Money on its way back. The books are changed when the row is written; the provider is asked until it takes it, under `public_id`, which it accepts
-- once.
create table refunds (
  id bigint generated always as identity primary key,
  public_id text not null unique check (length(public_id) = 22),
  order_id bigint not null references orders,
  amount integer not null check (amount > 0),
  credits integer not null check (credits >= 0),
  -- order: of a completed order. stray: of money that came for an order that had already ended; no credits were given for it.
  kind text not null check (kind in ('order', 'stray')),
  author text not null,
  reason text not null,
  status text not null default 'waiting' check (status in ('waiting', 'done', 'refused')),
  provider_refund_id text,
  created_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  done_at timestamptz,
  -- What the provider said the last time.
  answer text,
  check ((status = 'done') = (done_at is not null))
);
create index refunds_order on refunds (order_id);
create index refunds_due on refunds (due_at) where status = 'waiting';

-- The card a member pays with, if they asked for it to be kept: only the provider's names for it, and what of it is shown. The row of a removed card
-- stays until the provider has removed it too.
create table stored_cards (
  id bigint generated always as identity primary key,
  public_id text not null unique check (length(public_id) = 22),
  member_id bigint references members on delete set null,
  tenant text not null,
  provider text not null,
  customer text not null,
  card text not null,
  label text not null,
  created_at timestamptz not null,
  removed_at timestamptz
);
create unique index stored_cards_current on stored_cards (member_id, tenant) where removed_at is null;
create index stored_cards_member on stored_cards (member_id);
create index stored_cards_removed on stored_cards (id) where removed_at is not null or member_id is null;

-- What operators did with payments and credits, in order. Kept as long as the books.
create table payment_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  author text not null,
  verb text not null,
  tenant text not null,
  order_id bigint references orders,
  -- Row number of the member, like in the ledger.
  member_id bigint,
  credits integer,
  amount integer,
  reason text not null
);
create index payment_log_order on payment_log (order_id);
create index payment_log_member on payment_log (member_id);
create trigger payment_log_append before update or delete on payment_log for each row execute function refuse_change();
