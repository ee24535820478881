-- When the popup of the time bonus was shown to the member: once, on whatever device.
alter table members add column bonus_popup_at timestamptz;
