import type { ReactNode } from 'react'
import styles from './pieces.module.css'

/* Things cut out of paper, each on 200 × 200; silent for screen readers. */

function Cutout({ children }: { children: ReactNode }) {
  return (
    <svg className={styles.cutout} viewBox="0 0 200 200" aria-hidden="true">
      {children}
    </svg>
  )
}

/** A postcard of the sea, held by tape. */
export function Postcard() {
  return (
    <Cutout>
      <path className={styles.paper} d="m12 34 176-4 2 134-178 4Z" />
      <path className={styles.sky} d="M24 44h152v66H24Z" />
      <circle className={styles.gold} cx="128" cy="94" r="24" />
      <path className={styles.brand} d="M24 104c26-12 48-10 70-2s52 8 82-4v56H24Z" />
      <path className={styles.deep} d="M24 128c30-12 54-8 76 0s50 6 76-4v30H24Z" />
      <path className={styles.tape} d="m76 18 50-4 3 28-50 4Z" />
    </Cutout>
  )
}

/** A leaf with its veins. */
export function Leaf() {
  return (
    <Cutout>
      <path className={styles.paper} d="M96 10c54 22 84 70 72 128-8 36-46 48-78 44C42 170 22 132 34 88c8-34 32-62 62-78Z" />
      <path className={styles.leaf} d="M96 24c46 22 70 64 60 112-8 28-38 36-64 32-40-10-58-42-46-80 8-28 26-50 50-64Z" />
      <path
        className={styles.vein}
        d="M96 30c6 50 4 94-2 160M98 78l34-18M98 112l44-16M96 142l42-10M98 90 62 78M98 122l-44-8M95 148l-32-2"
      />
    </Cutout>
  )
}

/** A ticket, its corner torn off. */
export function Ticket() {
  return (
    <Cutout>
      <path
        className={styles.brand}
        d="M14 62h62a10 10 0 0 0 20 0h90v26a12 12 0 0 0 0 24v28H96a10 10 0 0 0-20 0H14v-28a12 12 0 0 0 0-24Z"
      />
      <path className={styles.perforation} d="M86 78v48" />
      <path className={styles.lines} d="M110 86h58M110 102h40M110 118h50" />
      <path className={styles.light} d="m50 80 6 14 15 1-12 10 4 15-13-8-13 8 4-15-12-10 15-1Z" />
    </Cutout>
  )
}

/** A record, half out of its sleeve. */
export function Disc() {
  return (
    <Cutout>
      <circle className={styles.vinyl} cx="122" cy="100" r="70" />
      <g className={styles.grooves}>
        <circle cx="122" cy="100" r="58" />
        <circle cx="122" cy="100" r="47" />
        <circle cx="122" cy="100" r="36" />
      </g>
      <circle className={styles.gold} cx="122" cy="100" r="24" />
      <circle className={styles.vinyl} cx="122" cy="100" r="4" />
      <path className={styles.sleeve} d="M12 28h104v146H12Z" />
      <path className={styles.brand} d="M24 40h80v122H24Z" />
      <path className={styles.light} d="M24 162c0-44 36-80 80-80v28c-28 0-52 24-52 52Z" />
      <path className={styles.gold} d="M24 40h36c0 20-16 36-36 36Z" />
    </Cutout>
  )
}

/** A key on a ribbon. */
export function Key() {
  return (
    <Cutout>
      <path className={styles.ribbon} d="M70 60C40 30 20 40 14 14M70 60C84 30 64 18 82 4" />
      <circle className={styles.ring} cx="78" cy="76" r="32" />
      <path className={styles.gold} d="m92 104 16-12 74 74-8 20-18 2-4-16-14 2 2-14-14 2 2-14-10-10Z" />
    </Cutout>
  )
}

/** A cup, still hot. */
export function Cup() {
  return (
    <Cutout>
      <ellipse className={styles.paper} cx="94" cy="172" rx="84" ry="14" />
      <path className={styles.steam} d="M76 62c-14-18 12-26 0-46M112 62c-14-18 12-26 0-46" />
      <path className={styles.handle} d="M146 96h14a22 22 0 0 1 0 44h-18" />
      <path className={styles.brand} d="M38 80h112v48c0 24-18 40-40 40H78c-22 0-40-16-40-40Z" />
      <path className={styles.light} d="M38 100h112v14H38Z" />
      <path className={styles.gold} d="M38 118h112v6H38Z" />
    </Cutout>
  )
}
