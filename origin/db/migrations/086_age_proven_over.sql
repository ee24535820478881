-- The age in years that a provider has proven a member to have; a proof from before this was kept counts for 18.
alter table members add column age_proven_over smallint;
update members set age_proven_over = 18 where age_proven_at is not null;
