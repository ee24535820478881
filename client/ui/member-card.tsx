import type { ReactNode } from 'react'
import { OnlineDot } from './avatar.tsx'
import { Icon } from './icon.tsx'
import { CardGrid } from './layout.tsx'
import styles from './member-card.module.css'
import { cx, type ElementProps } from './props.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

/**
 * A person in a grid: the picture fills a 4:5 frame, name and age are on a scrim at the bottom, an action is in the corner. The whole card is the
 * link; `action` (a like button) lies above it and has its own focus.
 */
export function MemberCard({
  href,
  name,
  age,
  place,
  src,
  online,
  locked,
  label,
  tag,
  note,
  action,
  eager = false,
  ...link
}: Omit<ElementProps<'a'>, 'children' | 'className'> & {
  href: string
  name: string
  age?: ReactNode
  place?: ReactNode
  src?: string | null
  /** The text behind the dot. */
  online?: string
  /** Text for a picture that may not be seen; the file itself is already blurred. Its lock takes the place of a tag. */
  locked?: string
  /** A Tag over the name that says who this person is; part of the link. */
  label?: ReactNode
  /** A Tag in the upper left corner. */
  tag?: ReactNode
  /** A line below the place, about what both have in common. */
  note?: ReactNode
  action?: ReactNode
  /** True for the first row: not lazy, fetched first. */
  eager?: boolean
}) {
  return (
    <article className={styles.card}>
      <a {...link} href={href} className={styles.link}>
        {src ? (
          <img
            src={src}
            alt=""
            width={400}
            height={500}
            className={styles.picture}
            loading={eager ? 'eager' : 'lazy'}
            fetchPriority={eager ? 'high' : 'auto'}
            decoding="async"
          />
        ) : (
          <span className={styles.none}>
            <Icon name="user" size="huge" />
          </span>
        )}
        {src && locked !== undefined && (
          <span className={styles.lock}>
            <Icon name="lock" size="small" label={locked} />
          </span>
        )}
        <span className={cx(styles.words, 'when-complete')}>
          {label && <span className={styles.label}>{label}</span>}
          <span className={styles.line}>
            <span className={styles.name}>{name}</span>
            {age !== undefined && (
              <span className={styles.age}>
                <VisuallyHidden>, </VisuallyHidden>
                {age}
              </span>
            )}
            {online !== undefined && <OnlineDot label={online} className={styles.dot} />}
          </span>
          {place && <span className={styles.place}>{place}</span>}
          {note && <span className={styles.note}>{note}</span>}
        </span>
      </a>
      {tag && (
        <div className={styles.corner}>
          <div className={styles.tag}>{tag}</div>
        </div>
      )}
      {action && <div className={styles.action}>{action}</div>}
    </article>
  )
}

/** The placeholder of a loading card, of the same size. */
export function MemberCardSkeleton() {
  return <div className={cx(styles.card, styles.waiting)} aria-hidden="true" />
}

/** A grid of loading cards. */
export function MemberCardSkeletons({ count = 10 }: { count?: number }) {
  return (
    <CardGrid aria-busy="true">
      {Array.from({ length: count }, (_, index) => (
        <li key={index}>
          <MemberCardSkeleton />
        </li>
      ))}
    </CardGrid>
  )
}
