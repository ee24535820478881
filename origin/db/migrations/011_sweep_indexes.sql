-- What the sweeps look for.
create index mails_age on mails (created_at);
create index sessions_end on sessions (expires_at);
create index tokens_end on tokens (expires_at);
