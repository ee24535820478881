-- What a name looks like (origin/accounts/names/skeleton.ts): nobody takes one that looks like another's. Null until a job has worked it out for
-- members from before; of names that looked alike already one has it and the others their public_id.
alter table members add column name_skeleton text;
alter table members add constraint members_name_skeleton unique (pool, name_skeleton);
create index members_without_skeleton on members (id) where name_skeleton is null;
