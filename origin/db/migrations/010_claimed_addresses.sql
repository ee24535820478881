-- An account created with the address of another account: it can be used like any unconfirmed one but never be confirmed, so that signing up doesn't
-- reveal whether an address has an account. Its email_key is its public_id.
alter table members add column claimed_key text;
create index members_claimed on members (pool, claimed_key) where claimed_key is not null;
