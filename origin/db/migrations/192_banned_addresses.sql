-- Addresses of banned members who have been erased, as keyed hashes: no address can be read from them.
create table banned_addresses (
  pool text not null,
  mac text not null,
  kept_until timestamptz not null,
  primary key (pool, mac)
);
create index banned_addresses_kept on banned_addresses (kept_until);
