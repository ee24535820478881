-- What a link of a mail may do is listed once, in origin/accounts/links/tokens.ts.
alter table tokens drop constraint tokens_purpose_check;
-- The address that a link will make the member's.
alter table tokens add column email text;

-- What a member recognises a session by.
alter table sessions add column browser text not null default '';
alter table sessions add column system text not null default '';
alter table sessions add column country text not null default '';

-- What may be had a few times a day, such as reset mails. Keys are HMACs: also of addresses that no account has.
create table daily_quotas (
  key text primary key,
  used integer not null,
  first_at timestamptz not null
);

-- Where one request ends mails like this one; null for mails that belong to the account itself.
alter table mails add column unsubscribe text;
-- When the member was last mailed that somebody wrote: once for each time they are away.
alter table members add column message_mailed_at timestamptz;
