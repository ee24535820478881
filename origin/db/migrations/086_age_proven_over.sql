-- The minimum age in years that a provider has proven; an earlier proof counts as 18.
alter table members add column age_proven_over smallint;
update members set age_proven_over = 18 where age_proven_at is not null;
