-- Who sees the interests about sex: all members, matches alone, or nobody. Those who chose some while all members saw them keep that.
alter table members add column intimate_shown_to text not null default 'matches'
  constraint members_intimate_shown_to_check check (intimate_shown_to in ('members', 'matches', 'nobody'));
update members set intimate_shown_to = 'members' where interests && array[
  'analsex', 'bondage', 'exchanging_pictures', 'lingerie', 'masturbating', 'one_night_stand', 'oral_sex', 'public_sex', 'sadomasochism', 'safe_sex',
  'sex', 'sex_toys', 'threesome', 'hot'
];
