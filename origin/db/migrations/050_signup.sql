alter table members
  -- False from signing up to the completion step: until then a member has no profile that others find.
  add column signup_complete boolean not null default true,
  -- Whose page the member signed up from; they meet that member again after completing.
  add column signup_interest_id bigint references members on delete set null,
  -- When a provider proved the age and which; the proof itself stays with the provider.
  add column age_proven_at timestamptz,
  add column age_proven_by text;
create index members_signup_interest on members (signup_interest_id) where signup_interest_id is not null;
-- Tracking is kept 30 days: this finds what is over.
create index members_tracking on members (signup_date) where tracking <> '{}';

-- Visits that came by a campaign link with `lb` and left at once, counted by day without a person.
create table page_bounces (
  tenant text not null,
  day date not null,
  network text not null,
  lb text not null,
  bounces integer not null default 0,
  primary key (tenant, day, network, lb)
);
