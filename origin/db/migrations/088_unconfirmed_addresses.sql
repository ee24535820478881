-- An address becomes a member's when they confirm it. Until then it stands in claimed_key, and email_key is the public_id: an account created with a
-- member's address looks the same as one created with an unused address.
update members set claimed_key = email_key, email_key = public_id
  where claimed_key is null and email_key <> public_id
    and (status = 'not_confirmed' or (status = 'deleted' and deleted_status = 'not_confirmed'));
-- Mail service events about an address concern everyone who entered it, in every pool.
create index members_claimed_key on members (claimed_key) where claimed_key is not null;
