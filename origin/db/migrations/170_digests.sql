-- A digest is the mail about one kind of news, whether it is one message or a week's likes.
alter table news_mails rename to digests;
alter index news_mails_pkey rename to digests_pkey;
alter index news_mails_due rename to digests_due;
alter table digests rename constraint news_mails_kind_check to digests_kind_check;
alter table digests rename constraint news_mails_member_id_fkey to digests_member_id_fkey;
alter table tokens add constraint tokens_kind_check check (kind in ('messages', 'likes'));

-- Events are now named by what happened instead of listing what to refetch: earlier ones refetch everything.
update events set type = 'everything_changed', data = '{}' where type = 'changed';
update events set type = case when (data ->> 'match')::boolean then 'match' else 'like' end, data = data - 'match' where type = 'like';
