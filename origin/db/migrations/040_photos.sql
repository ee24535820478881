-- Difference hash of the picture: it is known again after it was scaled or encoded anew. Null for drawings of ours.
alter table photos add column dhash bit(64);

-- Hashes of pictures that a moderator refused. They name nobody, and stay when the member is erased.
create table refused_pictures (
  pool text not null,
  dhash bit(64) not null,
  created_at timestamptz not null,
  primary key (pool, dhash)
);

-- Photos whose files are, or may be, in the store without a row in photos: an upload at work (due when it must be over) or a
-- photo that is gone (due at once). A sweep removes the files of what is due.
create table loose_photos (
  public_id text primary key,
  due_at timestamptz not null
);
create index loose_photos_due on loose_photos (due_at);

-- However a photo's row goes, with its member too, its files follow.
create function loosen_photo() returns trigger language plpgsql as $$
begin
  insert into loose_photos (public_id, due_at) values (old.public_id, '-infinity') on conflict do nothing;
  return null;
end $$;
create trigger photos_loosen after delete on photos for each row execute function loosen_photo();
