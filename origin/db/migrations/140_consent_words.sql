-- The texts that members agreed to, each stored once: members.consent refers to them by hash. They stay when the texts of the pages change and when
-- the member is erased; they contain nothing personal.
create table consent_words (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  words text not null,
  first_at timestamptz not null
);
