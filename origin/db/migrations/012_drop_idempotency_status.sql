-- Only 200 answers are stored; errors roll back.
alter table idempotency_keys drop column status;
