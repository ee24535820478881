-- What members say about themselves, and which of it they hide.
alter table members
  add column sexuality text,
  add column relationship_status text,
  add column body_type text,
  add column hair_colour text,
  add column eye_colour text,
  add column tattoos text,
  add column reason text,
  add column wishes text,
  add column limits text,
  -- The age is shown, the date of birth only by choice.
  add column hidden_fields text[] not null default '{date_of_birth}',
  -- Pools of sister sites that may show the member; the member agrees to each one by name.
  add column shown_in text[] not null default '{}';

-- How often a member wants to be mailed; a kind without a row uses the contract's default.
create table mail_preferences (
  member_id bigint not null references members on delete cascade,
  kind text not null check (kind in ('messages', 'likes', 'visits', 'tips', 'offers')),
  frequency text not null check (frequency in ('at_once', 'daily', 'weekly', 'never')),
  primary key (member_id, kind)
);
create index members_email on members (email_key);
