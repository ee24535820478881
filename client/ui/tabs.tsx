import type { ReactNode } from 'react'
import styles from './tabs.module.css'
import type { ElementProps } from './props.ts'

type Tab = Omit<ElementProps<'a'>, 'children' | 'className'> & {
  href: string
  label: ReactNode
  current: boolean
  badge?: ReactNode
}

/** Links to the views of one screen; each view has its own address, so these are links and not `role="tab"`. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      <ul className={styles.list}>
        {tabs.map(({ label: words, current, badge, ...link }) => (
          <li key={link.href}>
            <a {...link} className={styles.tab} aria-current={current ? 'page' : undefined}>
              {words}
              {badge}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
