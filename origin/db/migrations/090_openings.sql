-- For counting the conversations that a member began within a day.
create index conversations_opened on conversations (opened_by, created_at);
