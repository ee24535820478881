import { INTERESTS } from '../../shared/tenants/interests.ts'
import drawings from './interests.svg'
import styles from './interest-icon.module.css'

const SPARK = 'M12 3.5c.7 5 3.5 7.8 8.5 8.5-5 .7-7.8 3.5-8.5 8.5-.7-5-3.5-7.8-8.5-8.5 5-.7 7.8-3.5 8.5-8.5Z'

const KNOWN: ReadonlySet<string> = new Set(INTERESTS)

/** The glyph beside an interest's name; an interest that this version doesn't know gets a spark. */
export function InterestIcon({ interest }: { interest: string }) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {KNOWN.has(interest) ? <use href={`${drawings}#${interest}`} /> : <path d={SPARK} />}
    </svg>
  )
}
