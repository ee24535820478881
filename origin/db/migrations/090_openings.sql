-- How many conversations a member began within a day.
create index conversations_opened on conversations (opened_by, created_at);
