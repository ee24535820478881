import { useT } from '../../site/site.tsx'
import { useMember } from '../../session/use-member.ts'
import { Link } from '../../router/link.tsx'
import { Art } from '../../ui/art.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import styles from './member-home.module.css'

/** The index for logged-in members: a greeting, and links to what is new, if known. */
export function MemberHome() {
  const t = useT()
  const { user } = useMember()
  const name = user?.profile?.name
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{name === undefined ? t('index.hello') : t('index.hello_name', { member: name })}</h1>
        <Art name="lamp" />
      </div>
      <ul className={styles.ways}>
        <Way to="chats" icon="message" title={t('nav.messages')} text={user && t('index.messages', { count: user.num_unread_messages })} />
        <Way to="likes" icon="heart" title={t('nav.likes')} text={user && t('index.likes', { count: user.num_new_likes })} />
        <Way to="members" icon="search" title={t('nav.search')} text={t('index.search')} />
        <Way to="swipe-game" icon="cards" title={t('footer.swipe_game')} text={t('index.swipe')} />
      </ul>
    </div>
  )
}

function Way({ to, icon, title, text }: { to: string; icon: IconName; title: string; text: string | null }) {
  return (
    <li>
      <Link to={to} className={styles.way}>
        <span className={styles.icon}>
          <Icon name={icon} size="large" />
        </span>
        <span className={styles.words}>
          <span className={styles.title}>{title}</span>
          {text !== null && <span className={styles.text}>{text}</span>}
        </span>
        <Icon name="chevron-right" />
      </Link>
    </li>
  )
}
