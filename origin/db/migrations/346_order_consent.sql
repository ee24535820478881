-- What a member asked for with an order: the hash of its words and where, when and in which language, as in members.consent.
alter table orders add column consent jsonb;
