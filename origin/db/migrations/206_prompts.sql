-- Short prompts (shared/rules/prompts.ts) that a member has answered, in their order: [{"prompt": …, "answer": …}].
alter table members add column prompts jsonb not null default '[]' check (jsonb_typeof(prompts) = 'array' and jsonb_array_length(prompts) <= 3);
