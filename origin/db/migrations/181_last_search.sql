-- The filters of the member's last search: on every device, the search begins with them. Null: with those of their profile.
alter table members add column search jsonb;
