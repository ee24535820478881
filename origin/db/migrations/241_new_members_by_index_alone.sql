-- The newest members of a country (a member's home) are found in the index alone: of a rare region there may be few among very many.
drop index members_new;
create index members_new on members (pool, country, signup_date desc, id)
  include (region, gender, looking_for) where status = 'confirmed' and profile_status = 'active' and not fictional;
