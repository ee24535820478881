-- The legs are checked where they are inserted (check_movement): a movement without any would pass. At the commit, so that they may come later.
create function check_movement_legs() returns trigger language plpgsql as $$
begin
  if not exists (select from ledger_legs where movement_id = new.id) then
    raise exception 'movement % has no legs', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_movements_have_legs after insert on ledger_movements
  deferrable initially deferred for each row execute function check_movement_legs();
