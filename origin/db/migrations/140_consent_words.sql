-- The words that somebody agreed to, once each: members.consent names them by hash. They stay when the words of the pages change and
-- when the member is erased; they tell of nobody.
create table consent_words (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  words text not null,
  first_at timestamptz not null
);
