import { useSite } from '../site/site.tsx'
import { Link } from '../router/link.tsx'
import styles from './brand.module.css'

/** The id of the mark of a page's first Brand, the link. */
const MARK = 'mark'

/**
 * The brand's name beside its mark; a link to the index unless `as` says otherwise. `again`: a repetition on the page, not a link, which reuses the
 * mark of the link above.
 */
export function Brand({ as = 'link' }: { as?: 'link' | 'span' | 'again' }) {
  const { tenant } = useSite()
  const content = (
    <>
      <svg className={styles.mark} viewBox={tenant.mark.viewBox} aria-hidden="true">
        {as === 'again' ? (
          <use href={`#${MARK}`} />
        ) : (
          <g id={as === 'link' ? MARK : undefined}>
            {tenant.mark.shapes.map(([path, colour]) => (
              <path key={path} className={styles[colour]} d={path} />
            ))}
          </g>
        )}
      </svg>
      <span className={styles.name}>{tenant.name}</span>
    </>
  )
  if (as !== 'link') return <span className={styles.brand}>{content}</span>
  return (
    <Link to="index" className={styles.brand}>
      {content}
    </Link>
  )
}
