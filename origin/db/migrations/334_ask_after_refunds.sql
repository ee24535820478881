-- `ask_at` is set for settled orders too: what became of a refund isn't always reported.
drop index orders_ask;
create index orders_ask on orders (ask_at) where ask_at is not null;
