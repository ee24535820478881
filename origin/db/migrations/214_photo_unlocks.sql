-- Photos that a free member has unlocked with credits.
create table photo_unlocks (
  member_id bigint not null references members on delete cascade,
  photo_id bigint not null references photos on delete cascade,
  created_at timestamptz not null,
  primary key (member_id, photo_id)
);
create index photo_unlocks_photo on photo_unlocks (photo_id);
