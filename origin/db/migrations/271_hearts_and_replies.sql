alter table messages
  -- Position of the message of the same conversation that it answers.
  add column reply_to integer,
  -- Whoever got it has given it a heart.
  add column heart boolean not null default false;
