-- The keys of providers of payments, a brand each: `payment_<provider>`.
alter table tenant_secrets drop constraint tenant_secrets_name_check;
alter table tenant_secrets add constraint tenant_secrets_name_check check (name ~ '^(vapid|payment_[a-z]+)$');
