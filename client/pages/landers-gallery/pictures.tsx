import { cx } from '../../ui/props.ts'
import styles from './pictures.module.css'

/* Drawn pictures of light, cloth and night; each fills its frame and is silent for screen readers. */

function Picture({ className, children }: { className?: string; children: React.ReactNode }) {
  return (
    <svg className={cx(styles.picture, className)} viewBox="0 0 400 400" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {children}
    </svg>
  )
}

/** Silk falling in folds. */
export function Silk() {
  const folds = [
    'M0 0h400v96C320 150 250 40 150 92S30 150 0 120Z',
    'M0 90c60 34 96-28 170-16s130 66 230-8v90c-90 60-150-18-236 10S48 214 0 186Z',
    'M0 168c70 40 110-22 178-8s122 52 222-10v84c-96 58-144-6-222 8S60 288 0 260Z',
    'M0 244c74 36 104-16 182-8s130 54 218-8v92c-84 50-148-2-224 12S58 366 0 336Z',
    'M0 320c66 30 116-14 186-6s128 46 214-4v90H0Z'
  ]
  return (
    <Picture>
      <defs>
        <linearGradient id="gallery-silk" x1="0" y1="0" x2="0.25" y2="1">
          <stop offset="0" className={styles.shine} />
          <stop offset="0.45" className={styles.silk} />
          <stop offset="1" className={styles.fold} />
        </linearGradient>
      </defs>
      <path className={styles.ground} d="M0 0h400v400H0Z" />
      {folds.map((fold) => (
        <path key={fold} d={fold} fill="url(#gallery-silk)" />
      ))}
    </Picture>
  )
}

/** One ribbon in a loose loop. */
export function Ribbon() {
  const under = 'M-40 300C70 330 150 296 206 232S268 92 206 92'
  const over = 'M206 92C140 92 112 176 176 236S330 300 440 214'
  return (
    <Picture>
      <path className={styles.paper} d="M0 0h400v400H0Z" />
      <path className={styles.bandShadow} d={under} transform="translate(0 12)" />
      <path className={styles.band} d={under} />
      <path className={styles.bandEdge} d={under} />
      <path className={styles.bandShadow} d="M150 196c8 16 16 28 26 40s48 36 76 42" transform="translate(-4 12)" />
      <path className={styles.band} d={over} />
      <path className={styles.bandEdge} d={over} />
    </Picture>
  )
}

/** The moon over still water. */
export function Moon() {
  return (
    <Picture>
      <defs>
        <linearGradient id="gallery-night" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" className={styles.night} />
          <stop offset="1" className={styles.dusk} />
        </linearGradient>
        <radialGradient id="gallery-halo">
          <stop offset="0" className={styles.warm} stopOpacity="0.7" />
          <stop offset="1" className={styles.warm} stopOpacity="0" />
        </radialGradient>
      </defs>
      <path d="M0 0h400v400H0Z" fill="url(#gallery-night)" />
      <circle cx="214" cy="140" r="150" fill="url(#gallery-halo)" />
      <circle cx="214" cy="140" r="46" className={styles.moon} />
      <path className={styles.hill} d="M0 262c50-40 92-48 140-22s86 16 128-10 84-24 132 6v40H0Z" />
      <path className={styles.water} d="M0 268h400v132H0Z" />
      <path
        className={styles.glitter}
        d="M164 284h100M182 300h64M150 316h52M214 316h62M176 334h84M196 352h38M140 352h34M252 352h40M180 372h70"
      />
    </Picture>
  )
}

/** A street with lights on. */
export function Town() {
  const lit: readonly (readonly [number, number])[] = [
    [34, 196],
    [34, 228],
    [62, 260],
    [62, 196],
    [128, 148],
    [128, 180],
    [154, 212],
    [154, 148],
    [128, 244],
    [214, 232],
    [240, 264],
    [214, 296],
    [240, 200],
    [300, 132],
    [300, 164],
    [328, 196],
    [354, 132],
    [328, 260],
    [354, 228],
    [300, 292],
    [34, 324],
    [128, 308]
  ]
  return (
    <Picture>
      <path d="M0 0h400v400H0Z" className={styles.plum} />
      <circle cx="330" cy="70" r="26" className={styles.moon} />
      <path className={styles.houseBack} d="M0 400V214l46-44 46 44v186ZM186 400V190h82v210Z" />
      <path className={styles.house} d="M10 400V172h84v228ZM108 400V124h84v276ZM196 400V178l36-34 36 34v222ZM280 400V108h104v292Z" />
      <path className={styles.light} d={lit.map(([x, y]) => `M${x} ${y}h14v18h-14Z`).join('')} />
      <path className={styles.street} d="M0 368h400v32H0Z" />
      <path className={styles.lamp} d="M98 368V258c0-14 22-14 22 0" />
      <circle cx="120" cy="264" r="9" className={styles.light} />
    </Picture>
  )
}

/** Two linked rings. */
export function Rings() {
  return (
    <Picture>
      <path d="M0 0h400v400H0Z" className={styles.plum} />
      <circle cx="200" cy="200" r="170" className={styles.halo} />
      <g className={styles.rings}>
        <circle cx="248" cy="200" r="82" className={styles.gold} />
        <circle cx="152" cy="200" r="82" className={styles.pink} />
        <path d="M227.800 279.500A82 82 0 0 1 176 240" className={styles.gold} />
      </g>
    </Picture>
  )
}

/** A candle in a dark room. */
export function Candle() {
  return (
    <Picture>
      <defs>
        <radialGradient id="gallery-candle">
          <stop offset="0" className={styles.warm} stopOpacity="0.9" />
          <stop offset="0.4" className={styles.warm} stopOpacity="0.25" />
          <stop offset="1" className={styles.warm} stopOpacity="0" />
        </radialGradient>
      </defs>
      <path d="M0 0h400v400H0Z" className={styles.room} />
      <circle cx="200" cy="168" r="210" fill="url(#gallery-candle)" />
      <path className={styles.table} d="M0 338h400v62H0Z" />
      <path className={styles.wax} d="M172 214c0-6 56-6 56 0v122c0 8-56 8-56 0Z" />
      <path className={styles.flame} d="M200 112c20 30 26 46 26 64a26 26 0 0 1-52 0c0-17 6-34 26-64Z" />
      <path className={styles.core} d="M200 150c10 15 12 22 12 30a12 12 0 0 1-24 0c0-8 2-15 12-30Z" />
    </Picture>
  )
}
