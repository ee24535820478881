-- The kinds of push that a member has turned off, on all of their devices.
alter table members add column push_off text[] not null default '{}' check (push_off <@ array['message', 'like', 'match']);
