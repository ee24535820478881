-- The idempotency key of the request that placed an order: sent again because no answer came, it gets this order, however late. Null for older orders.
alter table orders add column request_key text;
