-- What a name looks like (origin/accounts/names/skeleton.ts): no one can take a name that looks like another one. Null until a job has computed it
-- for existing members; of existing names that look alike, one has it and the others have their public_id.
alter table members add column name_skeleton text;
alter table members add constraint members_name_skeleton unique (pool, name_skeleton);
create index members_without_skeleton on members (id) where name_skeleton is null;
