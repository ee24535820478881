-- The member wants no profiles made by the company in searches and suggestions.
alter table members add column hides_fictional boolean not null default false;
