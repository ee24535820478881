-- Refused pictures are kept as banned ones are: as keyed hashes of sixteen parts of their looks. SQL doesn't have the key, so the marks made before are
-- dropped; such a picture is looked at like any other (docs/decisions/036).
drop table refused_pictures;
create table refused_pictures (
  pool text not null,
  bands text[] not null,
  created_at timestamptz not null,
  primary key (pool, bands)
);
