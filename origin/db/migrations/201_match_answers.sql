-- What a member answered in the match finder; an empty list or null means that it doesn't matter.
create table match_answers (
  member_id bigint primary key references members on delete cascade,
  genders text[] not null,
  min_age integer not null,
  max_age integer not null,
  country text,
  region text,
  interests text[] not null,
  reasons text[] not null,
  answered_at timestamptz not null
);
