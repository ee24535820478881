-- For the deletion of a subscription, which deletes its pushes: outbox_slot only has those that are waiting.
create index outbox_subscription on outbox (subscription_id) where subscription_id is not null;
