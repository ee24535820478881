-- What a member does not want to be called for by push, on none of their devices.
alter table members add column push_off text[] not null default '{}' check (push_off <@ array['message', 'like', 'match']);
