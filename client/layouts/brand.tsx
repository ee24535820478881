import { useSite } from '../site/site.tsx'
import { Link } from '../router/link.tsx'
import styles from './brand.module.css'

/** The brand's name beside its mark, two linked rings; a link to the index unless `as` says otherwise. */
export function Brand({ as = 'link' }: { as?: 'link' | 'span' }) {
  const { tenant } = useSite()
  const content = (
    <>
      <svg className={styles.mark} viewBox="0 0 40 28" aria-hidden="true">
        <circle className={styles.second} cx="26" cy="14" r="10" />
        <circle className={styles.first} cx="14" cy="14" r="10" />
        <path className={styles.second} d="M23.4 23.7A10 10 0 0 1 17.34 19" />
      </svg>
      <span className={styles.name}>{tenant.name}</span>
    </>
  )
  if (as === 'span') return <span className={styles.brand}>{content}</span>
  return (
    <Link to="index" className={styles.brand}>
      {content}
    </Link>
  )
}
