-- Moderators can remove messages, which is a decision about their sender.
alter table decisions drop constraint decisions_measure_check;
alter table decisions add constraint decisions_measure_check
  check (measure in ('warn', 'suspend', 'ban', 'reject_photo', 'remove_message'));
-- The looks of a photo, as of one on a profile: a removed one isn't sent again. Photos from before have none.
alter table chat_photos add column dhash bit(64);
