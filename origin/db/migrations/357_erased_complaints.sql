-- When the account of its writer was erased, and with it everything that says who it was or what they wrote. What is left is counted on the
-- transparency page (docs/decisions/009).
alter table complaints add column erased_at timestamptz;
