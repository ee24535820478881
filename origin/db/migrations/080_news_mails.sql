-- What a member is to be mailed about, one row per kind: since when there is news, when the mail about it is due, and when the last one was sent. A
-- row without news only records the last mail.
create table news_mails (
  member_id bigint not null references members on delete cascade,
  kind text not null check (kind in ('messages', 'likes')),
  first_at timestamptz,
  due_at timestamptz,
  mailed_at timestamptz,
  primary key (member_id, kind)
);
create index news_mails_due on news_mails (due_at) where due_at is not null;
insert into news_mails (member_id, kind, mailed_at)
  select id, 'messages', message_mailed_at from members where message_mailed_at is not null;
alter table members drop column message_mailed_at;

-- The kind of mail that an unsubscribe link ends; null (all kinds) in mails sent before there were kinds.
alter table tokens add column kind text;
