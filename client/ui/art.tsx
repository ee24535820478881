import type { ReactNode } from 'react'
import styles from './art.module.css'

/* Line drawings on 200 × 150; `ink` draws, `brand` and `gold` fill, `soft` is the light behind. */
const { ink, brand, gold, soft, paper } = styles

const drawings = {
  /* A letter leaving its envelope: no messages yet. */
  letter: (
    <>
      <ellipse className={soft} cx="100" cy="78" rx="78" ry="58" />
      <path className={paper} d="m52 64 12-8h72l12 8v56H52Z" />
      <path className={paper} d="M64 90V40h72v50l-36 22Z" />
      <path className={ink} d="M64 76V40h72v36" />
      <path className={ink} d="M80 55h40M80 67h26" />
      <path className={brand} d="M124 72c-3.4-3.2-5.2-5-5.2-7.2a3 3 0 0 1 5.2-2 3 3 0 0 1 5.2 2c0 2.2-1.8 4-5.2 7.200Z" />
      <path className={ink} d="M52 64v56h96V64M52 64l12-8M148 64l-12-8M53 66l47 30 47-30M53 119l34-31M147 119l-34-31" />
      <path className={gold} d="M168 36l2.5 6.5 6.5 2.5-6.5 2.5-2.5 6.5-2.5-6.5-6.5-2.5 6.5-2.500Z" />
      <path className={ink} d="M30 96v8M26 100h8" />
    </>
  ),
  /* Two hearts on one ribbon: no likes yet. */
  hearts: (
    <>
      <ellipse className={soft} cx="100" cy="76" rx="76" ry="58" />
      <path className={paper} d="M82 108 50 76a20 20 0 0 1 28-28l4 4 4-4a20 20 0 0 1 28 28Z" />
      <path className={ink} d="M82 108 50 76a20 20 0 0 1 28-28l4 4 4-4a20 20 0 0 1 28 28Z" />
      <path className={brand} d="M130 118 109 97a13.5 13.5 0 0 1 19-19l2 2 2-2a13.5 13.5 0 0 1 19 19Z" />
      <path className={ink} d="M18 118c18-14 30 10 48 0s8-20 16-10M178 122c-16 10-28-12-48-4" />
      <path className={gold} d="M150 34l2.5 6.5 6.5 2.5-6.5 2.5-2.5 6.5-2.5-6.5-6.5-2.5 6.5-2.500Z" />
    </>
  ),
  /* A window with a light on, in a dark house: no one found. */
  window: (
    <>
      <ellipse className={soft} cx="100" cy="78" rx="78" ry="60" />
      <path className={paper} d="M62 122V28h76v94Z" />
      <path className={gold} d="M70 36h28v38H70Z" />
      <path className={ink} d="M62 122V28h76v94M70 36h28v38H70ZM102 36h28v38h-28ZM70 80h28v42M102 122V80h28v42M70 80h60" />
      <path className={brand} d="M79 74c0-9 2.5-13 5-13s5 4 5 13Z" />
      <circle className={brand} cx="84" cy="55" r="5" />
      <path className={ink} d="M50 122h100M54 122v-6h92v6" />
      <path className={ink} d="M160 40a11 11 0 1 0 11 14 9 9 0 0 1-11-14ZM34 54v6M31 57h6M42 84v4M40 86h4" />
    </>
  ),
  /* A lamp over an armchair: all quiet, everything read. */
  lamp: (
    <>
      <ellipse className={soft} cx="100" cy="78" rx="78" ry="60" />
      <path className={gold} d="m136 52 18 64h-46Z" opacity=".45" />
      <path className={paper} d="M44 84a9 9 0 0 1 9-9v-9a13 13 0 0 1 13-13h28a13 13 0 0 1 13 13v9a9 9 0 0 1 9 9v26H44Z" />
      <path
        className={ink}
        d="M44 84a9 9 0 0 1 18 0v10h36V84a9 9 0 0 1 18 0v26H44ZM53 75v-9a13 13 0 0 1 13-13h28a13 13 0 0 1 13 13v9M52 110v9M108 110v9"
      />
      <path className={brand} d="M64 94V80a6 6 0 0 1 6-6h20a6 6 0 0 1 6 6v14Z" />
      <path className={paper} d="m126 28-10 24h40l-10-24Z" />
      <path className={ink} d="m126 28-10 24h40l-10-24ZM136 52v66M124 119h24M34 119h132" />
    </>
  ),
  /* A box with a bow: no gifts yet. */
  gift: (
    <>
      <ellipse className={soft} cx="100" cy="78" rx="76" ry="58" />
      <path className={paper} d="M56 76h88v44H56Z" />
      <path className={paper} d="M48 56h104v20H48Z" />
      <path className={brand} d="M90 56h20v20H90ZM90 76h20v44H90Z" />
      <path className={ink} d="M56 76v44h88V76M48 56h104v20H48ZM90 56v64M110 56v64" />
      <path className={paper} d="M100 56c-8-18-34-26-34-12 0 9 18 12 34 12ZM100 56c8-18 34-26 34-12 0 9-18 12-34 12Z" />
      <path className={ink} d="M100 56c-8-18-34-26-34-12 0 9 18 12 34 12ZM100 56c8-18 34-26 34-12 0 9-18 12-34 12Z" />
      <path className={gold} d="M164 88l2.5 6.5 6.5 2.5-6.5 2.5-2.5 6.5-2.5-6.5-6.5-2.5 6.5-2.500Z" />
    </>
  ),
  /* An empty picture frame on the wall. */
  frame: (
    <>
      <ellipse className={soft} cx="100" cy="80" rx="76" ry="58" />
      <path className={paper} d="M62 46h76v76H62Z" />
      <path className={ink} d="M62 46h76v76H62ZM72 56h56v56H72ZM100 24 80 46M100 24l20 22" />
      <circle className={gold} cx="100" cy="24" r="4" />
      <path className={brand} d="M78 112c1-14 10-21 22-21s21 7 22 21Z" />
      <circle className={paper} cx="100" cy="78" r="11" />
      <circle className={ink} cx="100" cy="78" r="11" />
      <path className={ink} d="M78 112c1-14 10-21 22-21s21 7 22 21" />
    </>
  ),
  /* A plug beside its socket: no connection. */
  plug: (
    <>
      <ellipse className={soft} cx="100" cy="78" rx="76" ry="58" />
      <path className={paper} d="M70 58h26v34H70a17 17 0 0 1 0-34Z" />
      <path className={ink} d="M96 58v34H70a17 17 0 0 1 0-34ZM96 66h14M96 84h14M53 75H40c-14 0-14 22 0 22h10c12 0 12 22-4 22H22" />
      <path className={brand} d="M122 56h10a19 19 0 0 1 0 38h-10Z" />
      <path className={ink} d="M122 56h10a19 19 0 0 1 0 38h-10ZM151 75h9c14 0 14-22 28-22" />
      <path className={gold} d="M112 34l2 5 5 2-5 2-2 5-2-5-5-2 5-2Z" />
      <path className={ink} d="m128 38 6-6M98 38l-5-5" />
    </>
  ),
  /* A door ajar: page not found. */
  door: (
    <>
      <ellipse className={soft} cx="100" cy="78" rx="76" ry="60" />
      <path className={gold} d="M74 26h52v94H74Z" />
      <path className={paper} d="m74 26 34 10v94l-34-10Z" />
      <path className={ink} d="M66 120V18h68v102M74 120V26h52v94M74 26l34 10v94l-34-10M44 120h30M126 120h32" />
      <circle className={brand} cx="101" cy="84" r="3.5" />
      <path className={gold} d="m108 130 46 6-28-16Z" opacity=".45" />
      <path className={ink} d="M36 60v6M33 63h6M164 48v6M161 51h6" />
    </>
  )
} satisfies Record<string, ReactNode>

export type ArtName = keyof typeof drawings

/** A line drawing in the brand's colours; decoration, silent for screen readers. */
export function Art({ name }: { name: ArtName }) {
  return (
    <svg className={styles.art} viewBox="0 0 200 150" aria-hidden="true">
      {drawings[name]}
    </svg>
  )
}
