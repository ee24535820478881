-- Deletions of accounts, and returns from one, whose mark isn't in the media store yet. A mark tells a restored backup what happened after it.
create table deletion_marks (
  public_id text not null,
  deleted_at timestamptz not null,
  returned boolean not null,
  primary key (public_id, deleted_at)
);

-- However an account is deleted or comes back, also by an origin of an older version, a mark follows. Names of marks have milliseconds.
create function mark_deletion() returns trigger language plpgsql as $$
begin
  if old.deleted_at is not null then
    insert into deletion_marks (public_id, deleted_at, returned) values (old.public_id, date_trunc('milliseconds', old.deleted_at), true)
    on conflict (public_id, deleted_at) do update set returned = true;
  end if;
  if new.deleted_at is not null then
    insert into deletion_marks (public_id, deleted_at, returned) values (new.public_id, date_trunc('milliseconds', new.deleted_at), false)
    on conflict do nothing;
  end if;
  return null;
end $$;
create trigger members_mark_deletion after update of deleted_at on members
  for each row when (old.deleted_at is distinct from new.deleted_at) execute function mark_deletion();

insert into deletion_marks (public_id, deleted_at, returned)
select public_id, date_trunc('milliseconds', deleted_at), false from members where deleted_at is not null;
