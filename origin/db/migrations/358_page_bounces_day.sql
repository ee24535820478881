-- For the sweep of counts that have expired.
create index page_bounces_day on page_bounces (day);
