import styles from './scenes.module.css'

/* Drawn evenings, each without anyone in it; they fill their frame and are silent for screen readers. */

function Scene({ children }: { children: React.ReactNode }) {
  return (
    <svg className={styles.scene} viewBox="0 0 400 500" preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">
      {children}
    </svg>
  )
}

/** Two glasses by a candle. */
export function Table() {
  return (
    <Scene>
      <defs>
        <radialGradient id="scene-table">
          <stop offset="0" className={styles.warm} stopOpacity="0.85" />
          <stop offset="0.45" className={styles.warm} stopOpacity="0.22" />
          <stop offset="1" className={styles.warm} stopOpacity="0" />
        </radialGradient>
      </defs>
      <path className={styles.plum} d="M0 0h400v500H0Z" />
      <circle cx="200" cy="206" r="230" fill="url(#scene-table)" />
      <path className={styles.cloth} d="M0 372h400v128H0Z" />
      <ellipse className={styles.clothLight} cx="200" cy="392" rx="170" ry="22" />
      <path className={styles.wax} d="M180 262c0-6 40-6 40 0v128c0 8-40 8-40 0Z" />
      <path className={styles.flame} d="M200 168c20 28 24 42 24 58a24 24 0 0 1-48 0c0-16 6-30 24-58Z" />
      <path className={styles.core} d="M200 202c9 13 11 20 11 27a11 11 0 0 1-22 0c0-7 2-14 11-27Z" />
      <path className={styles.wine} d="M66 286h76c0 36-14 54-38 54s-38-18-38-54ZM258 286h76c0 36-14 54-38 54s-38-18-38-54Z" />
      <path
        className={styles.glass}
        d="M62 236c-6 70 12 104 42 104s48-34 42-104M104 340v56M74 398h60M254 236c-6 70 12 104 42 104s48-34 42-104M296 340v56M266 398h60"
      />
    </Scene>
  )
}

/** A path up the hills at dusk. */
export function Walk() {
  return (
    <Scene>
      <defs>
        <linearGradient id="scene-walk" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" className={styles.night} />
          <stop offset="0.55" className={styles.dusk} />
          <stop offset="1" className={styles.warm} />
        </linearGradient>
      </defs>
      <path d="M0 0h400v500H0Z" fill="url(#scene-walk)" />
      <circle className={styles.sun} cx="252" cy="262" r="58" />
      <path className={styles.hillFar} d="M0 300c60-52 104-62 158-30s96 10 140-22 72-30 102-14v266H0Z" />
      <path className={styles.hill} d="M0 356c70-44 130-40 190-12s120 20 210-24v180H0Z" />
      <path className={styles.hillNear} d="M0 436c90-46 170-30 230-16s110 12 170-14v94H0Z" />
      <path className={styles.path} d="M150 500c20-40 96-44 86-76s-96-30-84-62 74-22 76-44" />
      <path className={styles.tree} d="m58 436 26-92 26 92Zm12-44 14-70 14 70Zm232 24 20-74 20 74Z" />
      <path className={styles.star} d="M70 84v14M63 91h14M178 52v10M173 57h10M330 96v14M323 103h14M112 154v8M108 158h8M296 44v8M292 48h8" />
    </Scene>
  )
}

/** Rain on the window, tea on the sill. */
export function Rain() {
  return (
    <Scene>
      <path className={styles.room} d="M0 0h400v500H0Z" />
      <path className={styles.pane} d="M48 40h304v320H48Z" />
      <g className={styles.blur}>
        <circle cx="112" cy="280" r="26" />
        <circle cx="178" cy="314" r="16" />
        <circle cx="246" cy="268" r="32" />
        <circle cx="314" cy="306" r="20" />
        <circle cx="132" cy="214" r="12" />
        <circle cx="290" cy="204" r="14" />
      </g>
      <path
        className={styles.rain}
        d="m92 70-8 46M148 92l-6 38M206 66l-8 52M262 96l-7 40M322 72l-8 50M110 150l-7 40M176 164l-6 34M236 150l-8 46M300 158l-6 36M84 226l-6 34M204 222l-6 36M268 216l-6 34M330 234l-5 30"
      />
      <path className={styles.frame} d="M48 40h304v320H48ZM200 40v320M48 196h304" />
      <path className={styles.sill} d="M24 360h352v34H24Z" />
      <path className={styles.mug} d="M156 296h82v52a20 20 0 0 1-20 20h-42a20 20 0 0 1-20-20Z" />
      <path className={styles.handle} d="M238 310h12a15 15 0 0 1 0 30h-12" />
      <path className={styles.steam} d="M180 276c-10-16 10-22 0-40M212 276c-10-16 10-22 0-40" />
      <path className={styles.blanket} d="M0 394h400v106H0Z" />
      <path className={styles.stripe} d="M0 424h400M0 452h400M0 480h400" />
    </Scene>
  )
}

/** A mirror ball over an empty floor. */
export function Dance() {
  return (
    <Scene>
      <path className={styles.night2} d="M0 0h400v500H0Z" />
      <path
        className={styles.beam}
        d="M200 168 10 500h110ZM200 168l-34 332h110ZM200 168l122 332h100ZM200 168 0 250V130ZM200 168l200 60V96Z"
      />
      <path className={styles.floor} d="M0 424h400v76H0Z" />
      <g className={styles.spots}>
        <ellipse cx="70" cy="454" rx="34" ry="9" />
        <ellipse cx="214" cy="464" rx="42" ry="11" />
        <ellipse cx="346" cy="448" rx="30" ry="8" />
        <circle cx="54" cy="92" r="8" />
        <circle cx="330" cy="70" r="10" />
        <circle cx="360" cy="250" r="7" />
        <circle cx="40" cy="300" r="9" />
      </g>
      <path className={styles.cord} d="M200 0v92" />
      <circle className={styles.ball} cx="200" cy="168" r="78" />
      <path
        className={styles.tiles}
        d="M122 168h156M132 130h136M132 206h136M156 104h88M156 232h88M200 90v156M164 96c-22 46-22 98 0 144M236 96c22 46 22 98 0 144M140 118c-10 32-10 68 0 100M260 118c10 32 10 68 0 100"
      />
      <path className={styles.gleam} d="M158 116c10-12 22-18 36-20-8 10-16 18-36 20Z" />
    </Scene>
  )
}

/** A fire on the beach, under the moon. */
export function Fire() {
  return (
    <Scene>
      <defs>
        <linearGradient id="scene-fire" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" className={styles.night} />
          <stop offset="1" className={styles.dusk} />
        </linearGradient>
        <radialGradient id="scene-glow">
          <stop offset="0" className={styles.warm} stopOpacity="0.8" />
          <stop offset="1" className={styles.warm} stopOpacity="0" />
        </radialGradient>
      </defs>
      <path d="M0 0h400v500H0Z" fill="url(#scene-fire)" />
      <circle className={styles.moon} cx="306" cy="92" r="34" />
      <path className={styles.sea} d="M0 250h400v110H0Z" />
      <path className={styles.glitter} d="M276 270h60M288 286h70M262 302h52M300 318h48M250 334h40" />
      <path className={styles.sand} d="M0 346c100-22 300-22 400 6v148H0Z" />
      <circle cx="168" cy="384" r="150" fill="url(#scene-glow)" />
      <path className={styles.log} d="m104 440 128-34M104 406l128 34" />
      <path className={styles.flame} d="M168 272c36 52 50 76 50 106a50 50 0 0 1-100 0c0-22 10-34 20-48 2 16 8 22 16 24-4-34 4-56 14-82Z" />
      <path className={styles.core} d="M170 346c18 24 24 34 24 48a24 24 0 0 1-48 0c0-14 8-26 24-48Z" />
      <path className={styles.spark} d="M120 286h.01M226 264h.01M236 310h.01M108 332h.01M196 236h.01M150 226h.01" />
    </Scene>
  )
}
