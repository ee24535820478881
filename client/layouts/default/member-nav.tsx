import { isOffered } from '../../../shared/routes/match.ts'
import { useSite, useT } from '../../site/site.tsx'
import { useErrorToast } from '../../feedback/use-error-toast.ts'
import { usePicture } from '../../members/picture.ts'
import { useUser } from '../../session/use-user.ts'
import { Link, useLink } from '../../router/link.tsx'
import { useRouter } from '../../router/context.ts'
import { logOut } from '../../session/session-end.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu, MenuButton, MenuLink } from '../../ui/menu.tsx'
import { cx } from '../../ui/props.ts'
import styles from './member-nav.module.css'
import { currentOf, navItems, type NavItem } from './nav-items.ts'

/** The top navigation of a member; on phones it is at the bottom of the screen, within the thumb's reach. */
export function MemberNav() {
  const t = useT()
  const user = useUser()
  const { tenant } = useSite()
  return (
    <nav className={styles.nav} aria-label={t('nav.label')}>
      <ul className={styles.items}>
        {navItems(user)
          .filter(({ route }) => isOffered(route, tenant))
          .map((item) => (
            <NavLink key={item.route} item={item} />
          ))}
        <li>
          <AccountMenu picture={usePicture(user?.profile?.main_image)} />
        </li>
      </ul>
    </nav>
  )
}

function NavLink({ item }: { item: NavItem }) {
  const t = useT()
  const { location } = useRouter()
  return (
    <li>
      <Link
        to={item.route}
        className={cx(styles.link, item.route === 'premium' && styles.premium)}
        aria-current={currentOf(item.route, location.match?.route)}
      >
        <span>
          <Icon name={item.icon} size="large" />
        </span>
        <span>{t(item.label)}</span>
        {item.badge && (
          <span className={styles.badge}>
            <Badge count={item.badge.count} label={t(item.badge.label, { count: item.badge.count })} tone={item.badge.tone} showZero />
          </span>
        )}
      </Link>
    </li>
  )
}

/** Exactly three entries: My profile, Settings, Logout (docs/requirements.tsv). A closed brand has no profiles to change. */
function AccountMenu({ picture }: { picture: string | null }) {
  const t = useT()
  const { tenant } = useSite()
  const showError = useErrorToast()
  const profile = useLink('profile')
  const settings = useLink('settings')
  return (
    <Menu
      variant="bare"
      side="foot"
      className={styles.account}
      trigger={
        <span className={styles.link}>
          <span>
            <Avatar src={tenant.closed ? null : picture} alt="" size="small" className={styles.avatar} />
          </span>
          <span>{t('nav.account')}</span>
        </span>
      }
    >
      {isOffered('profile', tenant) && (
        <MenuLink icon="user" {...profile}>
          {t('nav.profile')}
        </MenuLink>
      )}
      <MenuLink icon="settings" {...settings}>
        {t('nav.settings')}
      </MenuLink>
      <MenuButton icon="logout" onClick={() => void logOut().catch(showError)}>
        {t('nav.logout')}
      </MenuButton>
    </Menu>
  )
}
