-- What a deleted account was before: it comes back as that.
alter table members add column deleted_status text check (deleted_status in ('not_confirmed', 'confirmed'));
-- Accounts whose days to come back are counted; erased ones left nothing but an empty row for the conversations of others.
create index members_deleted on members (deleted_at) where deleted_at is not null;

-- A member's row is removed for good with all that refers to it: what is asked then finds its rows by these.
create index conversations_second on conversations (second_id);
create index members_main_photo_of on members (main_photo_id) where main_photo_id is not null;
-- A participant goes with the conversation, whose members are the same two; an index for each of these would be paid by every message.
alter table participants drop constraint participants_member_id_fkey, drop constraint participants_other_id_fkey;
