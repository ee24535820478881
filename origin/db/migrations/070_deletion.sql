-- The status before the deletion, which a restored account gets back.
alter table members add column deleted_status text check (deleted_status in ('not_confirmed', 'confirmed'));
-- Deleted accounts that can still be restored; erased ones only leave an empty row for the conversations of others.
create index members_deleted on members (deleted_at) where deleted_at is not null;

-- A member's row is deleted with everything that refers to it: the cascades find their rows by these indexes.
create index conversations_second on conversations (second_id);
create index members_main_photo_of on members (main_photo_id) where main_photo_id is not null;
-- A participant is deleted with the conversation, which has the same two members; an index for each of these keys would slow down every message.
alter table participants drop constraint participants_member_id_fkey, drop constraint participants_other_id_fkey;
