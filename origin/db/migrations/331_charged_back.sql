-- What banks took back of an order, in addition to what was given back, and the credits that this money was for. `remaining` is what we still have of its
-- money: 0 ends what the order brings its member.
alter table orders
  add column charged_back integer not null default 0 check (charged_back >= 0),
  add column charged_back_credits integer not null default 0 check (charged_back_credits >= 0);
update orders set charged_back = total - refunded, charged_back_credits = credits - refunded_credits where charged_back_at is not null;
alter table orders
  add column remaining integer not null generated always as (total - refunded - charged_back) stored check (remaining >= 0),
  add column remaining_credits integer not null generated always as (credits - refunded_credits - charged_back_credits) stored
    check (remaining_credits >= 0),
  add check (charged_back = 0 or charged_back_at is not null);
