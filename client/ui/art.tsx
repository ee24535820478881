import styles from './art.module.css'
import art from './art.svg'

/** All drawings: symbols of art.svg, which is loaded with the first one, so that no page carries them all. */
export const ART_NAMES = ['letter', 'hearts', 'window', 'lamp', 'gift', 'frame', 'plug', 'door'] as const

export type ArtName = (typeof ART_NAMES)[number]

/** A line drawing in the brand's colours; decoration, hidden from screen readers. */
export function Art({ name }: { name: ArtName }) {
  return (
    <svg className={styles.art} viewBox="0 0 200 150" aria-hidden="true">
      <use href={`${art}#${name}`} />
    </svg>
  )
}
