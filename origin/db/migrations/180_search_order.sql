-- The search reads its results in their order (docs/decisions/025): a member's own region, their country, then everyone else, each by the day last
-- active. Each index contains every column that a search uses, so that it reads no row it doesn't show.
drop index members_search;
drop index members_search_filters;
create index members_search on members (pool, active_day desc, id)
  include (country, region, gender, date_of_birth, looking_for, fictional, shown_to_visitors)
  where status = 'confirmed' and profile_status = 'active';
create index members_search_country on members (pool, country, active_day desc, id)
  include (region, gender, date_of_birth, looking_for, fictional, shown_to_visitors)
  where status = 'confirmed' and profile_status = 'active';
create index members_search_region on members (pool, country, region, active_day desc, id)
  include (gender, date_of_birth, looking_for, fictional, shown_to_visitors)
  where status = 'confirmed' and profile_status = 'active';
-- For counts, and for filters that few members pass.
create index members_search_filters on members (pool, country, gender, date_of_birth)
  include (id, active_day, region, looking_for, fictional, shown_to_visitors)
  where status = 'confirmed' and profile_status = 'active';
-- What visitors see: few members choose it.
create index members_search_shown on members (pool, active_day desc, id)
  include (country, region, gender, date_of_birth, looking_for, fictional)
  where status = 'confirmed' and profile_status = 'active' and shown_to_visitors;
-- Members who chose to be shown in other pools.
create index members_search_guests on members (home_tenant, active_day desc, id)
  where status = 'confirmed' and profile_status = 'active' and shown_in <> '{}';

-- How many members can be found, for totals above 10,000: by country and region (empty: any; a region of '-': none), gender, and year of birth in steps
-- of five. A job counts them again; profiles made by the company are not counted.
create table search_counts (
  pool text not null,
  country text not null,
  region text not null,
  gender text not null,
  -- Year of birth divided by five.
  born smallint not null,
  members integer not null,
  -- Of these, the ones visitors see.
  shown integer not null,
  -- Of these, the ones who want to meet a woman, a man …
  for_woman integer not null,
  for_man integer not null,
  for_couple integer not null,
  for_other integer not null,
  primary key (pool, country, region, gender, born)
);
