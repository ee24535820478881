-- Likes that were taken back within a day of being given (docs/decisions/026): given again in that time, it is the same like, and no one is told of it
-- a second time. Swept after KEPT_DAYS.like_taken_back.
create table likes_taken_back (
  liker_id bigint not null references members on delete cascade,
  liked_id bigint not null references members on delete cascade,
  -- As the like had them.
  created_at timestamptz not null,
  is_new boolean not null,
  -- It was a match, of which the liked member was told.
  matched boolean not null,
  primary key (liker_id, liked_id)
);
create index likes_taken_back_liked on likes_taken_back (liked_id);
create index likes_taken_back_oldest on likes_taken_back (created_at);
