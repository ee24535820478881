import { Skeleton } from '../ui/skeleton.tsx'
import styles from './waiting.module.css'

/** A placeholder for cards, as high as they will be. */
export function Waiting({ cards = 3 }: { cards?: number }) {
  return (
    <div className={styles.cards} aria-busy="true">
      {Array.from({ length: cards }, (_, index) => (
        <Skeleton key={index} className={styles.card} />
      ))}
    </div>
  )
}
