-- A banned account can be deleted, and a deleted one banned: either way it is restored as banned.
alter table members drop constraint members_deleted_status_check;
alter table members add constraint members_deleted_status_check check (deleted_status in ('not_confirmed', 'confirmed', 'banned'));
