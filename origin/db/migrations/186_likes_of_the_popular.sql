-- Most members have a few likes and some have very many. For all of them one plan is prepared, and it must suit the latter: with what ANALYZE finds, the
-- planner expects one like per member, and may as well read them all and sort them. So it is told to expect a thousandth of the table.
alter table likes alter column liker_id set (n_distinct = -0.001), alter column liked_id set (n_distinct = -0.001);
