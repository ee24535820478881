import { useSite } from '../site/site.tsx'
import { Link } from '../router/link.tsx'
import styles from './brand.module.css'

/** The brand's name beside its mark; a link to the index unless `as` says otherwise. */
export function Brand({ as = 'link' }: { as?: 'link' | 'span' }) {
  const { tenant } = useSite()
  const content = (
    <>
      <svg className={styles.mark} viewBox={tenant.mark.viewBox} aria-hidden="true">
        {tenant.mark.shapes.map(([path, colour]) => (
          <path key={path} className={styles[colour]} d={path} />
        ))}
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
