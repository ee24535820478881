-- An address becomes a member's when they confirm it. Until then it stands in claimed_key, and email_key is the public_id: an account made
-- with a member's address and one made with an address that nobody has are the same.
update members set claimed_key = email_key, email_key = public_id
  where claimed_key is null and email_key <> public_id
    and (status = 'not_confirmed' or (status = 'deleted' and deleted_status = 'not_confirmed'));
-- What a mail service tells of an address concerns whoever gave it, in every pool.
create index members_claimed_key on members (claimed_key) where claimed_key is not null;
