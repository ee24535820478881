-- Has one row from the first start in production on: the members here are real. Local mode, whose secrets are public, refuses the database.
create table production_use (
  only_row boolean primary key default true check (only_row),
  since timestamptz not null
);
