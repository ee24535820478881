-- What a message is besides its text: {"type":"gift","gift":…}, {"type":"photo"}. Null: nothing.
alter table messages add column content jsonb;

-- What members were given, as their profiles count it: it outlasts the message and the giver.
create table gifts (
  id bigint generated always as identity primary key,
  giver_id bigint references members on delete set null,
  receiver_id bigint not null references members on delete cascade,
  message_id bigint references messages on delete set null,
  gift text not null,
  created_at timestamptz not null
);
create index gifts_receiver on gifts (receiver_id);
create index gifts_giver on gifts (giver_id);
create index gifts_message on gifts (message_id);

-- Off: no one can send the member gifts, and their profile shows none.
alter table members add column accepts_gifts boolean not null default true;

-- Photos sent in conversations: files as of profile photos, seen by the two members alone.
create table chat_photos (
  public_id text primary key check (length(public_id) = 22),
  message_id bigint not null unique references messages on delete cascade,
  sender_id bigint not null references members on delete cascade,
  -- The receiver wants to see it; until then it is blurred for them.
  accepted_at timestamptz,
  created_at timestamptz not null
);
create index chat_photos_sender on chat_photos (sender_id);
create trigger chat_photos_loosen after delete on chat_photos for each row execute function loosen_photo();
