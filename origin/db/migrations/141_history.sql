-- Old messages are deleted for good; the fact that a conversation was answered outlives them.
alter table conversations add column answered boolean not null default false;
update conversations set answered = true where exists (
  select from messages where messages.conversation_id = conversations.id and messages.sender_id <> conversations.opened_by
);
create index messages_age on messages (created_at);
