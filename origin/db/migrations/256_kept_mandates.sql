-- What the provider calls a mandate since it was first used; null once it has forgotten it.
alter table debit_mandates add column provider text, add column kept_customer text, add column kept_mandate text;
alter table debit_mandates add constraint debit_mandates_kept_check
  check ((provider is null) = (kept_customer is null) and (kept_customer is null) = (kept_mandate is null));
