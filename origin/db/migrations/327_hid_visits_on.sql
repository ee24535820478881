-- The day on which the member last stopped showing visits, which deleted theirs: what they open on that day is no visit any more, or turning it off and
-- on would announce the same visit again and again (docs/decisions/029).
alter table members add column hid_visits_on date;
