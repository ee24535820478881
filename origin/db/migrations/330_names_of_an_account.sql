-- A provider's names for payments and reports are unique in an account, and each brand may have its own. An order belongs to one account, so a report is
-- known by its order.
alter table payment_events drop constraint payment_events_pkey, drop column provider, add primary key (order_id, event_id);
drop index payment_events_order;
alter table orders drop constraint orders_provider_provider_payment_id_key, add unique (provider, tenant, provider_payment_id);
