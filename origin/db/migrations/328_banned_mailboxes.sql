-- Finds the mailboxes of banned members whose accounts are still there, whatever tag follows a "+" (origin/moderation/banned-addresses.ts).
create index members_banned_mailbox on members (pool, regexp_replace(email_key, '\+[^@]*@', '@'))
  where coalesce(deleted_status, status) = 'banned';
