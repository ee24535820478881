-- Everything sent to the outside (docs/decisions/017): written in the transaction of what it is about, delivered after the commit.
create table outbox (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('mail', 'push')),
  tenant text not null,
  -- Address of a mail.
  recipient text,
  -- Browser of a push; the push is deleted with it.
  subscription_id bigint references push_subscriptions on delete cascade,
  -- Only the newest one waits per browser and slot: a newer one replaces it.
  slot text,
  message jsonb not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  delivered_at timestamptz,
  -- When it was given up, and why.
  dead_at timestamptz,
  reason text,
  check ((channel = 'mail') = (recipient is not null)),
  check ((channel = 'push') = (subscription_id is not null and slot is not null)),
  check (delivered_at is null or dead_at is null),
  check ((dead_at is null) = (reason is null))
);
create index outbox_due on outbox (channel, due_at, id) where delivered_at is null and dead_at is null;
create unique index outbox_slot on outbox (subscription_id, slot) where delivered_at is null and dead_at is null;
create index outbox_recipient on outbox (recipient, created_at) where recipient is not null;
create index outbox_done on outbox (created_at) where delivered_at is not null or dead_at is not null;

-- With the same ids: a mail's Message-ID is derived from its id, and a mail may be in transit.
insert into outbox (id, channel, tenant, recipient, message, created_at, due_at, attempts, delivered_at, dead_at, reason)
  overriding system value
  select id, 'mail', tenant, recipient,
    jsonb_build_object('from', jsonb_build_object('name', sender_name, 'address', sender_address),
      'subject', subject, 'text', text, 'html', html, 'links', links, 'unsubscribe', unsubscribe),
    created_at, due_at, attempts, sent_at, failed_at, case when failed_at is not null then 'not taken' end
  from mails order by id;
select setval(pg_get_serial_sequence('outbox', 'id'), greatest((select max(id) from outbox), 1));
insert into outbox (channel, tenant, subscription_id, slot, message, created_at, due_at, attempts)
  select 'push', push_subscriptions.tenant, subscription_id, kind, jsonb_build_object('kind', kind, 'path', path),
    push_notes.created_at, due_at, attempts
  from push_notes join push_subscriptions on push_subscriptions.id = subscription_id order by push_notes.id;
drop table push_notes;
drop table mails;
