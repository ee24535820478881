import styles from './hero-illustration.module.css'
import { cx } from './props.ts'

/* Lit windows of the town, left upper corners on the 640 × 760 drawing. */
const LIT_FAR = [
  [38, 452],
  [38, 476],
  [62, 464],
  [118, 430],
  [132, 454],
  [118, 478],
  [196, 470],
  [212, 446],
  [268, 486],
  [288, 462],
  [352, 452],
  [352, 476],
  [372, 440],
  [428, 478],
  [446, 454],
  [506, 436],
  [520, 460],
  [506, 484],
  [574, 470],
  [590, 446],
  [604, 482]
] as const
const LIT_NEAR = [
  [20, 528],
  [44, 528],
  [20, 560],
  [92, 512],
  [92, 544],
  [116, 528],
  [164, 556],
  [188, 540],
  [236, 520],
  [236, 552],
  [258, 536],
  [304, 560],
  [328, 544],
  [380, 516],
  [380, 548],
  [402, 532],
  [402, 564],
  [462, 556],
  [484, 540],
  [532, 524],
  [556, 540],
  [532, 556],
  [600, 532],
  [622, 548]
] as const

const windows = (corners: readonly (readonly [number, number])[], width: number, height: number) =>
  corners.map(([x, y]) => `M${x} ${y}h${width}v${height}h-${width}Z`).join('')

const FAR = windows(LIT_FAR, 6, 9)
const NEAR = windows(LIT_NEAR, 9, 13)

/** The evening room: a town at dusk behind silk curtains, a candle, two glasses and a letter on the sill. In the brand's colours, the same in light and dark. */
export function HeroIllustration({ className }: { className?: string }) {
  return (
    <svg className={cx(styles.evening, className)} viewBox="0 0 640 760" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <defs>
        <linearGradient id="evening-sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" className={styles.night} />
          <stop offset="0.42" className={styles.dusk} />
          <stop offset="0.72" className={styles.blush} />
          <stop offset="0.94" className={styles.ember} />
        </linearGradient>
        <radialGradient id="evening-glow">
          <stop offset="0" className={styles.warm} stopOpacity="0.85" />
          <stop offset="0.28" className={styles.warm} stopOpacity="0.28" />
          <stop offset="1" className={styles.warm} stopOpacity="0" />
        </radialGradient>
        <linearGradient id="evening-silk">
          <stop offset="0" className={styles.fold} />
          <stop offset="0.16" className={styles.silk} />
          <stop offset="0.3" className={styles.fold} />
          <stop offset="0.46" className={styles.shine} />
          <stop offset="0.6" className={styles.fold} />
          <stop offset="0.76" className={styles.silk} />
          <stop offset="0.9" className={styles.fold} />
          <stop offset="1" className={styles.silk} />
        </linearGradient>
        <linearGradient id="evening-sill" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" className={styles.wood} />
          <stop offset="1" className={styles.dark} />
        </linearGradient>
      </defs>

      <rect width="640" height="600" fill="url(#evening-sky)" />
      <g className={styles.stars}>
        <circle cx="150" cy="70" r="1.6" />
        <circle cx="232" cy="128" r="1.2" />
        <circle cx="268" cy="52" r="1.8" />
        <circle cx="356" cy="96" r="1.2" />
        <circle cx="392" cy="44" r="1.6" />
        <circle cx="486" cy="58" r="1.3" />
        <circle cx="204" cy="206" r="1.3" />
        <circle cx="300" cy="236" r="1.1" />
        <circle cx="470" cy="246" r="1.4" />
      </g>
      <circle cx="424" cy="158" r="150" fill="url(#evening-glow)" />
      <circle cx="424" cy="158" r="40" className={styles.moon} />

      <path
        className={styles.far}
        d="M0 600V444h24v-22h52v34h28v-50h44v66h30v-30h54v44h16v-22h34v-58l14-16 14 16v72h22v-44h62v22h30v-36h16v-18h12v18h16v40h28v-56h52v42h36v-18h54v176Z"
      />
      <path className={styles.litFar} d={FAR} />
      <path
        className={styles.near}
        d="M0 600v-92h66v-30h72v44h14v14h64v-36h22l14-18 14 18h22v40h64v-36h66v18h-8v36h36v-20h32v-50h62v34h16v-14h64v96Z"
      />
      <path className={styles.litNear} d={NEAR} />

      <path className={styles.frame} d="M308 0h18v606h-18ZM0 318h640v14H0ZM0 596h640v14H0Z" />

      <path fill="url(#evening-silk)" d="M-8-8h214c-6 150-26 260-86 356-22 35-46 58-62 78 34 66 62 160 70 342H-8Z" />
      <path fill="url(#evening-silk)" d="M648-8H458c8 150 30 252 84 344 20 34 40 58 54 78-30 70-52 164-58 354h110Z" />
      <path
        className={styles.tie}
        d="M-8 404c24 4 48 6 74 4 6 8 6 20 0 30-28 4-50 2-74-4ZM648 392c-18 6-40 8-60 6-6 8-6 20 0 30 22 4 42 2 60-4Z"
      />

      <path fill="url(#evening-sill)" d="M0 640h640v120H0Z" />
      <path className={styles.edge} d="M0 640h640v5H0Z" />

      <circle cx="322" cy="538" r="170" fill="url(#evening-glow)" />
      <path className={styles.candle} d="M306 566c0-4 32-4 32 0v86c0 6-32 6-32 0Z" />
      <path className={styles.wax} d="M306 566c0-4 32-4 32 0 0 5-6 7-8 12-2 6-6 6-8 0-2-5-16-4-16-12Z" />
      <path className={styles.flame} d="M322 506c12 18 15 28 15 38a15 15 0 0 1-30 0c0-10 3-20 15-38Z" />
      <path className={styles.core} d="M322 528c6 9 7 13 7 18a7 7 0 0 1-14 0c0-5 1-9 7-18Z" />

      <g className={styles.glass}>
        <path d="M378 548h58c2 38-7 62-29 62s-31-24-29-62ZM407 610v54M384 668c0-7 46-7 46 0Z" />
        <path d="M198 540h60c2 40-7 66-30 66s-32-26-30-66ZM228 606v60M204 670c0-7 48-7 48 0Z" />
      </g>
      <path className={styles.wine} d="M380 574h54c-2 22-11 34-27 34s-25-12-27-34ZM200 566h56c-2 24-12 38-28 38s-26-14-28-38Z" />

      <g transform="translate(452 661) rotate(5)">
        <path className={styles.shade} d="M6 66h128l-6 12H12Z" />
        <path className={styles.letter} d="M0 0h132v72H0Z" />
        <path className={styles.crease} d="m0 0 66 42L132 0M0 72l50-40M132 72 82 32" />
        <path className={styles.seal} d="M66 52c-7-6.5-11-10-11-15a6 6 0 0 1 11-3.5 6 6 0 0 1 11 3.5c0 5-4 8.5-11 15Z" />
      </g>
    </svg>
  )
}
