-- The purposes of mailed links are listed in one place, origin/accounts/links/tokens.ts.
alter table tokens drop constraint tokens_purpose_check;
-- The address that a link will make the member's.
alter table tokens add column email text;

-- What members recognize a session by.
alter table sessions add column browser text not null default '';
alter table sessions add column system text not null default '';
alter table sessions add column country text not null default '';

-- Things that are limited per day, such as reset mails. Keys are HMACs, also of addresses that no account has.
create table daily_quotas (
  key text primary key,
  used integer not null,
  first_at timestamptz not null
);

-- The address where one request unsubscribes from mails like this one; null for mails about the account itself.
alter table mails add column unsubscribe text;
-- When the member was last mailed about a new message: once for each time they are away.
alter table members add column message_mailed_at timestamptz;
