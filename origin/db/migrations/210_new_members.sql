-- Who is new in a country, newest first (a member's home): members made by the company never are.
create index members_new on members (pool, country, signup_date desc, id)
  include (region, gender) where status = 'confirmed' and profile_status = 'active' and not fictional;
