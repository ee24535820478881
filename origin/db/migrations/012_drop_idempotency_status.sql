-- Only answers 200 are kept; refusals roll back.
alter table idempotency_keys drop column status;
