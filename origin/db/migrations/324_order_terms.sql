alter table orders
  -- What the brand said when the order was paid, {descriptor, refund_days, company}: a receipt keeps it. Null before that, and for older orders.
  add column terms jsonb;
-- Cards are kept in stored_cards alone, where their member can remove them.
update payment_events set fact = fact - 'card' where fact ? 'card';
