import { cx } from '../../ui/props.ts'
import styles from './houses.module.css'

/** Left upper corners of a house's windows, three by four. */
const windowsOf = (left: number, top: number) =>
  [0, 1, 2, 3].flatMap((row) => [0, 1, 2].map((column) => [left + column * 84, top + row * 120] as const))

const shape = (corners: readonly (readonly [number, number])[]) => corners.map(([x, y]) => `M${x} ${y}h52v76h-52Z`).join('')
const NEAR = shape(windowsOf(610, 176))
const ACROSS = shape(windowsOf(936, 120))

/** Two houses at night with an alley between them, each with one lit window. */
export function Houses({ className }: { className?: string }) {
  return (
    <svg className={cx(styles.houses, className)} viewBox="0 0 1200 640" preserveAspectRatio="xMaxYMid slice" aria-hidden="true">
      <defs>
        <linearGradient id="houses-sky" x1="0" y1="0" x2="0.5" y2="1">
          <stop offset="0" className={styles.night} />
          <stop offset="1" className={styles.dusk} />
        </linearGradient>
        <radialGradient id="houses-glow">
          <stop offset="0" className={styles.warm} stopOpacity="0.6" />
          <stop offset="1" className={styles.warm} stopOpacity="0" />
        </radialGradient>
      </defs>
      <path d="M0 0h1200v640H0Z" fill="url(#houses-sky)" />
      <path
        className={styles.star}
        d="M90 90v10M85 95h10M236 54v8M232 58h8M338 150v10M333 155h10M452 62v8M448 66h8M540 132v8M536 136h8M876 84v10M871 89h10M724 44v8M720 48h8M1060 40v8M1056 44h8"
      />
      <circle cx="878" cy="190" r="120" fill="url(#houses-glow)" />
      <path className={styles.moon} d="M886 166a27 27 0 1 0 18 46 33 33 0 0 1-18-46Z" />
      <path className={styles.far} d="M0 640V470h70v-40h90v60h60v-90h110v70h80v-46h90v60h70v156Z" />
      <path className={styles.near} d="M572 640V132l140-70 140 70v508Z" />
      <path className={styles.across} d="M900 640V88h40V44h40v44h220v552Z" />
      <path className={styles.pane} d={NEAR} />
      <path className={styles.pane} d={ACROSS} />

      <circle cx="720" cy="334" r="150" fill="url(#houses-glow)" />
      <path className={styles.lit} d="M694 296h52v76h-52Z" />
      <path className={styles.curtain} d="M694 296h14c0 30-4 52-14 64ZM746 296h-14c0 30 4 52 14 64Z" />
      <path className={styles.shade} d="M714 372v-22h12v22ZM710 350l4-14h12l4 14Z" />

      <circle cx="1046" cy="398" r="150" fill="url(#houses-glow)" />
      <path className={styles.lit} d="M1020 360h52v76h-52Z" />
      <path
        className={styles.shade}
        d="M1026 436v-12h16v12ZM1034 424c-2-14-8-18-8-24 8 2 9 10 9 16 0-10 4-18 9-22 1 10-5 16-8 30ZM1050 436c0-18 4-24 8-26l-2-8 5 4h3l5-4-2 8c4 3 5 12 4 26Z"
      />
      <path className={styles.sill} d="M688 372h64v7h-64ZM1014 436h64v7h-64Z" />
      <path className={styles.street} d="M0 604h1200v36H0Z" />
    </svg>
  )
}
