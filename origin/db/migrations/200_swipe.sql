-- The swipe game: whom a member has passed. Likes given in it are in `likes`.
create table passes (
  passer_id bigint not null references members on delete cascade,
  passed_id bigint not null references members on delete cascade,
  created_at timestamptz not null,
  primary key (passer_id, passed_id),
  check (passer_id <> passed_id)
);
create index passes_newest on passes (passer_id, created_at desc);
create index passes_passed on passes (passed_id);

-- The likes that a member gave in the game on the last day they gave any. A number of its own: a like that is taken back elsewhere, or whose other
-- side leaves, stays counted.
create table swipe_days (
  member_id bigint primary key references members on delete cascade,
  day date not null,
  likes integer not null check (likes between 1 and 4)
);
