-- The books: double entry, append-only, integers (credits, or minor units of a currency). See docs/decisions/031.
create table ledger_movements (
  id bigint generated always as identity primary key,
  -- Booked only once under this name, however often it is tried. It outlives the member, so it contains row numbers and never a public id.
  key text not null unique,
  tenant text not null,
  reason text not null check (reason in (
    'signup', 'goodwill', 'message', 'photo', 'gift', 'purchase', 'refund', 'chargeback', 'debt_settled', 'returned', 'correction', 'erased'
  )),
  -- Row number of the order.
  order_id bigint,
  -- Row number of what was paid for: a message, a photo, a gift.
  about bigint,
  -- The movement that this one takes back: at most one does.
  corrects bigint unique references ledger_movements,
  author text,
  note text,
  created_at timestamptz not null
);
create index ledger_movements_order on ledger_movements (order_id) where order_id is not null;
create index ledger_movements_at on ledger_movements (created_at);

create table ledger_legs (
  id bigint generated always as identity primary key,
  movement_id bigint not null references ledger_movements,
  -- In credits: what a member has, and the house. In money: what a member owes, and the house's other accounts.
  account text not null check (account in ('member', 'house', 'debts', 'provider', 'revenue', 'discounts', 'refunds')),
  -- Row number; not a reference, since the books outlive the member.
  member_id bigint,
  -- `credits`, or the ISO code of a currency.
  unit text not null,
  -- What the account gets; negative: what it gives.
  amount bigint not null check (amount <> 0),
  check ((member_id is not null) = (account in ('member', 'debts'))),
  check (case when account in ('member', 'house') then unit = 'credits' else unit ~ '^[A-Z]{3}$' end)
);
create index ledger_legs_movement on ledger_legs (movement_id);
create index ledger_legs_member on ledger_legs (member_id, id) where member_id is not null;

-- Accounts of members, each the sum of its legs (`npm run books`). Those of the house have no row: every spend would wait for it.
create table ledger_accounts (
  member_id bigint not null,
  account text not null check (account in ('member', 'debts')),
  unit text not null,
  balance bigint not null check (balance >= 0),
  primary key (member_id, account, unit)
);

insert into ledger_movements (key, tenant, reason, note, created_at)
select movement, coalesce(min(members.home_tenant), 'unknown'), case when min(booked.reason) = 'signup' then 'signup' else 'goodwill' end,
  nullif(min(booked.reason), 'signup'), min(booked.created_at)
from ledger_entries booked left join members on members.id = member_id
group by movement order by min(booked.id);
insert into ledger_legs (movement_id, account, member_id, unit, amount)
select ledger_movements.id, account, case account when 'member' then member_id end, 'credits', credits
from ledger_entries join ledger_movements on key = movement
order by ledger_entries.id;
-- Of an erased member, the legs are all that is left.
insert into ledger_accounts (member_id, account, unit, balance)
select member_id, 'member', 'credits', credits from balances
union all
select member_id, 'member', 'credits', sum(amount) from ledger_legs
where member_id is not null and not exists (select from balances where balances.member_id = ledger_legs.member_id)
group by member_id;
drop table ledger_entries;
drop table balances;

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: correct a movement by a counter-movement (docs/OPERATIONS.md, Books)';
end $$;
create trigger ledger_movements_append_only before update or delete on ledger_movements for each row execute function refuse_change();
create trigger ledger_movements_kept before truncate on ledger_movements for each statement execute function refuse_change();
create trigger ledger_legs_append_only before update or delete on ledger_legs for each row execute function refuse_change();
create trigger ledger_legs_kept before truncate on ledger_legs for each statement execute function refuse_change();

-- At the commit: the legs of a movement sum to 0 in each unit.
create function check_movement() returns trigger language plpgsql as $$
begin
  if exists (select from ledger_legs where movement_id = new.movement_id group by unit having sum(amount) <> 0) then
    raise exception 'the legs of movement % do not sum to 0', new.movement_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_legs_balanced after insert on ledger_legs
  deferrable initially deferred for each row execute function check_movement();
