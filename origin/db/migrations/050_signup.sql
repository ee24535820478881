alter table members
  -- False from signing up to the completion step: until then a member has no profile that others find.
  add column signup_complete boolean not null default true,
  -- The member from whose page this one signed up; suggested again after the completion step.
  add column signup_interest_id bigint references members on delete set null,
  -- When and by which provider the age was proven; the proof itself stays with the provider.
  add column age_proven_at timestamptz,
  add column age_proven_by text;
create index members_signup_interest on members (signup_interest_id) where signup_interest_id is not null;
-- Tracking is kept for 30 days: this index finds what has expired.
create index members_tracking on members (signup_date) where tracking <> '{}';

-- Visits that came through a campaign link with `lb` and left at once, counted per day, not per person.
create table page_bounces (
  tenant text not null,
  day date not null,
  network text not null,
  lb text not null,
  bounces integer not null default 0,
  primary key (tenant, day, network, lb)
);
