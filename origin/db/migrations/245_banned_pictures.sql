-- Pictures of banned members, as keyed hashes of sixteen parts of their looks: neither the picture nor its looks can be read from them.
create table banned_pictures (
  id bigint generated always as identity primary key,
  pool text not null,
  bands text[] not null,
  -- Until the member is erased: who is let back in takes the marks along.
  member_id bigint references members on delete set null,
  kept_until timestamptz not null
);
create index banned_pictures_pool on banned_pictures (pool);
create index banned_pictures_member on banned_pictures (member_id);
create index banned_pictures_kept on banned_pictures (kept_until);
-- What a picture that waits looks like.
alter table photos add column resembles text check (resembles in ('refused', 'banned'));
