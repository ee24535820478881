alter table messages
  -- Who wrote in the name of a fictional profile, {kind, company}; null: the member.
  add column author jsonb check (author ->> 'kind' in ('staff', 'software') and author ->> 'company' <> '');
