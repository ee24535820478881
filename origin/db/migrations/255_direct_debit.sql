-- Mandates of direct debit. A row waits for the code that was sent to the phone (`signed_at` null), and is a mandate once it was entered. One that an
-- account was debited by outlives the member: the bank may ask for it until long after (docs/decisions/038).
create table debit_mandates (
  id bigint generated always as identity primary key,
  public_id text not null unique check (length(public_id) = 22),
  -- The mandate reference, which the bank statement shows.
  reference text not null unique,
  tenant text not null,
  member_id bigint references members on delete set null,
  -- Holder and IBAN, sealed with APP_SECRET. Only the last four digits are ever shown.
  account bytea not null,
  iban_end text not null check (length(iban_end) = 4),
  -- Keyed hash of the IBAN: says that two mandates are for one account.
  iban_key text not null,
  -- The last digits of the phone that the code was sent to; the number itself isn't kept.
  phone_end text not null,
  -- What was signed, word for word; null until then.
  words text,
  -- Keyed hash of the code; null once it can't be used any more.
  code_key text,
  code_tries integer not null default 0,
  code_until timestamptz not null,
  created_at timestamptz not null,
  signed_at timestamptz,
  revoked_at timestamptz,
  -- The last order that it was used for.
  used_at timestamptz,
  check ((signed_at is null) = (words is null)),
  check (signed_at is null or code_key is null)
);
create unique index debit_mandates_current on debit_mandates (member_id, tenant) where signed_at is not null and revoked_at is null;
create unique index debit_mandates_waiting on debit_mandates (member_id, tenant) where signed_at is null;
create index debit_mandates_member on debit_mandates (member_id);
create index debit_mandates_iban on debit_mandates (iban_key);
create index debit_mandates_ended on debit_mandates (id) where member_id is null or signed_at is null or revoked_at is not null;

-- The mandate that an order is collected by; it is forgotten before the order is.
alter table orders add column mandate_id bigint references debit_mandates on delete set null;
create index orders_mandate on orders (mandate_id) where mandate_id is not null;

-- Text messages wait in the outbox too. They belong to a member, and are deleted with the account.
alter table outbox add column member_id bigint references members on delete cascade;
create index outbox_member on outbox (member_id) where member_id is not null;
alter table outbox drop constraint outbox_channel_check;
alter table outbox add constraint outbox_channel_check check (channel in ('mail', 'push', 'sms'));
alter table outbox drop constraint outbox_check;
alter table outbox add constraint outbox_recipient_check check ((channel in ('mail', 'sms')) = (recipient is not null));
alter table outbox add constraint outbox_member_check check ((channel = 'sms') = (member_id is not null));
