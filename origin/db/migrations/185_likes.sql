-- Lists of likes are read by index from any point on, matches too (docs/decisions/026): with 50,000 likes a page takes what it takes with 50.
alter table likes
  -- Since when both like each other; in both rows of a match, and null in all others.
  add column matched_at timestamptz,
  -- 'auto': an automatic greeting of a newcomer, which the liker agreed to.
  add column origin text not null default 'member' check (origin in ('member', 'auto'));

update likes set matched_at = greatest(likes.created_at, back.created_at)
from likes back where back.liker_id = likes.liked_id and back.liked_id = likes.liker_id;

drop index likes_received;
drop index likes_given;
create index likes_received on likes (liked_id, is_new desc, created_at desc, liker_id desc);
create index likes_given on likes (liker_id, created_at desc, liked_id desc);
create index likes_matches on likes (liker_id, matched_at desc, liked_id desc) where matched_at is not null;

alter table members
  -- Agreed that newcomers are greeted in their name.
  add column greets_newcomers boolean not null default false,
  -- The day of the last automatic greeting that the member got.
  add column greeted_on date;
create index members_greeters on members (pool, active_day desc, id)
  where greets_newcomers and status = 'confirmed' and profile_status = 'active';
