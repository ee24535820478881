-- Difference hash of the picture, which survives scaling and re-encoding. Null for our own drawings.
alter table photos add column dhash bit(64);

-- Hashes of pictures that a moderator refused. They identify no one, and stay when the member is erased.
create table refused_pictures (
  pool text not null,
  dhash bit(64) not null,
  created_at timestamptz not null,
  primary key (pool, dhash)
);

-- Photos whose files are, or may be, in the store without a row in photos: a running upload (due when it must have finished) or a deleted photo (due
-- at once). A sweep deletes the files that are due.
create table loose_photos (
  public_id text primary key,
  due_at timestamptz not null
);
create index loose_photos_due on loose_photos (due_at);

-- However a photo's row is deleted, even along with its member, its files follow.
create function loosen_photo() returns trigger language plpgsql as $$
begin
  insert into loose_photos (public_id, due_at) values (old.public_id, '-infinity') on conflict do nothing;
  return null;
end $$;
create trigger photos_loosen after delete on photos for each row execute function loosen_photo();
