-- The photo that a decision refused, which ends when a moderator shows the photo after all. Of earlier refusals the log says which photo it was, and
-- when it was shown.
alter table decisions add column photo text check (photo is null or measure = 'reject_photo');
update decisions set photo = (
  select log.reference from moderation_log log join members on members.public_id = log.subject
  where members.id = decisions.member_id and log.verb = 'reject_photo' and log.at = decisions.decided_at limit 1
) where measure = 'reject_photo';
update decisions set lifted_at = (
  select min(log.at) from moderation_log log
  where log.reference = decisions.photo and log.verb = 'approve_photo' and log.at > decisions.decided_at
) where photo is not null;
