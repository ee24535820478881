alter table members
  -- Others see that the member is writing to them, and the member sees the same of them.
  add column shows_typing boolean not null default true,
  -- The same for how far the member has read.
  add column shows_read boolean not null default true;

-- No mail and no push about this conversation for this side of it.
alter table participants add column muted boolean not null default false;
