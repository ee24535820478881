-- How many of the free conversations a member has opened, for life: also those that were deleted since.
alter table members add column free_conversations smallint not null default 0;
update members set free_conversations = opened.count
from (select opened_by, least(count(*), 2) as count from conversations group by opened_by) opened
where opened.opened_by = members.id;

-- The member knows that the other side is a profile made by the company, and has agreed to pay for writing to it.
alter table participants add column knows_fictional boolean not null default false;
