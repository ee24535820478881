-- The mailbox that a folded address is delivered to, like mailboxOf (origin/accounts/names/fold-key.ts), to find those of banned members whose accounts
-- are still there. Of erased ones only a keyed hash is kept, of the address as an older version saw it: that can't be computed again, so those still
-- count as they were written, dots included, until they expire.
create function mailbox_of(address text) returns text language sql immutable strict parallel safe as $$
  select case
    when host in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com'
    else name || '@' || host
  end
  from (select regexp_replace(split_part(address, '@', 1), '(.)\+.*$', '\1') as name, split_part(address, '@', 2) as host) as parts
$$;
drop index members_banned_mailbox;
create index members_banned_mailbox on members (pool, mailbox_of(email_key)) where coalesce(deleted_status, status) = 'banned';
