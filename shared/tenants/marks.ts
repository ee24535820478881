/** A part of a mark: path data, and which of the brand's colours fills it. */
export type MarkShape = readonly [path: string, colour: 'primary' | 'secondary']

/** A brand's mark: flat shapes, so that it is readable at 16 px, on a page and as a cut-out in an icon. */
export interface Mark {
  viewBox: string
  shapes: readonly MarkShape[]
}

/** The square that the program's marks are drawn on. */
export const MARK_VIEW = '0 0 48 48'

/** The marks that come with the program, by name. Plain data: any code here would be in every page's script. */
export const MARKS = {
  /** Two linked rings. */
  rings: [
    ['M17 24a14 14 0 1 1 28 0a14 14 0 1 1-28 0ZM22 24a9 9 0 1 0 18 0a9 9 0 1 0-18 0Z', 'secondary'],
    ['M3 24a14 14 0 1 1 28 0a14 14 0 1 1-28 0ZM8 24a9 9 0 1 0 18 0a9 9 0 1 0-18 0Z', 'primary'],
    ['M29.5 37.92A14 14 0 0 1 18.03 29.24L22.66 27.37A9 9 0 0 0 30.06 32.95Z', 'secondary']
  ],
  /** A lighthouse and its beams. */
  beacon: [
    ['M18 13 3 8v12l15-4ZM30 13l15-5v12l-15-4Z', 'secondary'],
    ['M24 3l7 6v2H17V9ZM19 12h10v6H19ZM18.5 20h11l.8 7H17.7ZM17.3 30h13.4l.9 8H16.4ZM12 41h24a2 2 0 0 1 0 4H12a2 2 0 0 1 0-4Z', 'primary']
  ],
  /** A sprig of heather. */
  sprig: [
    ['M22.5 46V22h3v24ZM23 40C13 40 8 35 7 27c9 0 15 4 16 13ZM25 34c10 0 15-5 16-13-9 0-15 4-16 13Z', 'primary'],
    [
      'M24 2c3 3 4 5 4 8s-1.5 5-4 5-4-2-4-5 1-5 4-8ZM15 9c3 1.5 5 3.5 5.5 6.5.4 2.5-1 4.5-3 5-2.5.5-4.5-1-5-3.5-.6-3 .4-5.5 2.5-8ZM33 9c-3 1.5-5 3.5-5.5 6.5-.4 2.5 1 4.5 3 5 2.5.5 4.5-1 5-3.5.6-3-.4-5.5-2.5-8Z',
      'secondary'
    ]
  ],
  /** Northern lights above a lake. */
  aurora: [
    ['M3 14C10 0 17 16 24 8 31 0 38 8 45 1v9C38 20 31 10 24 18 17 26 10 12 3 24Z', 'secondary'],
    ['M3 28C10 14 17 30 24 22 31 14 38 22 45 15v9C38 34 31 24 24 32 17 40 10 26 3 38Z', 'primary'],
    ['M5 41h38a2 2 0 0 1 0 4H5a2 2 0 0 1 0-4Z', 'primary']
  ],
  /** A young moon and a star. */
  moon: [
    ['M27 4A20 20 0 1 0 44 31 17 17 0 0 1 27 4Z', 'primary'],
    ['M36 6c.8 5 3 7.2 8 8-5 .8-7.2 3-8 8-.8-5-3-7.2-8-8 5-.8 7.2-3 8-8Z', 'secondary']
  ],
  /** A flame. */
  flame: [
    ['M26 2c2 9 13 14 13 27a15 15 0 0 1-30 0c0-6 3-10 6-13 0 4 1 6 3 7 2-8 2-14 8-21Z', 'primary'],
    ['M24.5 24c1 5 7 6 7 12a7.5 7.5 0 0 1-15 0c0-5 5-7 8-12Z', 'secondary']
  ],
  /** The sun above two waves. */
  wave: [
    ['M24 4a11 11 0 0 1 9.5 16.5C30 19 27 18 24 18s-6 1-9.5 2.5A11 11 0 0 1 24 4Z', 'secondary'],
    [
      'M2 30c7 0 9-7 16-7 8 0 9 6 15 6 5 0 7-4 13-4v6c-5 0-7 4-13 4-8 0-9-6-15-6-6 0-8 7-16 7ZM2 41c7 0 9-6 16-6 8 0 9 6 15 6 5 0 7-4 13-4v5c-5 0-7 4-13 4-8 0-9-6-15-6-6 0-8 6-16 6Z',
      'primary'
    ]
  ],
  /** Two mountains, and the sun between them. */
  peak: [
    ['M29 6a9 9 0 0 1 7.5 14L32 14l-6 8.5A9 9 0 0 1 29 6Z', 'secondary'],
    ['M2 42 17 14l8 15 7-11 14 24a2 2 0 0 1-1 2H3a2 2 0 0 1-1-2Z', 'primary']
  ],
  /** A rose. */
  rose: [
    [
      'M24 3c5 0 8 2 10 5 5 1 8 5 8 10 0 9-7 16-18 16S6 27 6 18c0-5 3-9 8-10 2-3 5-5 10-5ZM24 8c-4 0-7 3-7 7 0 5 4 8 8 8 3 0 6-2 6-5 0-4-5-5-7-2-1 2 0 3 1 3h2c0 1-1 1.5-2 1.5-3 0-5-2-5-5s2-5 5-5c4 0 8 3 8 7 0 6-4 9-9 9-6 0-11-4-12-10-1 8 5 13 12 13 8 0 13-5 13-12S31 8 24 8Z',
      'primary'
    ],
    ['M22.5 36h3v10h-3ZM22 44c-8 1-13-1-16-7 8-2 14 0 16 7ZM26 44c8 1 13-1 16-7-8-2-14 0-16 7Z', 'secondary']
  ],
  /** A paper lantern. */
  lantern: [
    ['M22.5 1h3v5h-3ZM17 6h14v4H17ZM15 11h18c6 3 9 8 9 13s-3 10-9 13H15c-6-3-9-8-9-13s3-10 9-13ZM17 38h14v4H17Z', 'primary'],
    ['M24 14c4 3 6 6 6 10s-2 7-6 10c-4-3-6-6-6-10s2-7 6-10ZM22.5 43h3v4h-3Z', 'secondary']
  ],
  /** The sun going down. */
  horizon: [
    ['M10 26a14 14 0 0 1 28 0Z', 'secondary'],
    [
      'M4 29h40a2 2 0 0 1 0 4H4a2 2 0 0 1 0-4ZM11 36h26a2 2 0 0 1 0 4H11a2 2 0 0 1 0-4ZM18 43h12a1.75 1.75 0 0 1 0 3.5H18a1.75 1.75 0 0 1 0-3.5ZM22.5 3h3v6h-3ZM6.5 9.6l2.1-2.1 4 4-2.1 2.1ZM39.4 7.5l2.1 2.1-4 4-2.1-2.1Z',
      'primary'
    ]
  ],
  /** A feather. */
  feather: [
    ['M44 4C27 3 13 12 10 30l9-6-6 10c1 1 2 2 4 2l15-11-8 9C38 32 46 20 44 4Z', 'primary'],
    ['M36 12C24 20 14 31 5 44l3 2C16 33 25 22 36 12Z', 'secondary']
  ],
  /** Two halves of a heart. */
  heart: [
    ['M23 44C9 34 3 26 3 17 3 9 9 4 16 4c4 0 7 2 7 6Z', 'primary'],
    ['M26 44c13-10 19-18 19-27 0-8-6-13-12-13-4 0-7 2-7 6Z', 'secondary']
  ]
} as const satisfies Record<string, readonly MarkShape[]>
export const DEFAULT_MARK = 'rings'

/** A mark as an SVG inside another one. */
export function markSvg(
  { viewBox, shapes }: Mark,
  place: { x: number; y: number; size: number },
  colours: Record<MarkShape[1], string>
): string {
  const paths = shapes.map(([path, colour]) => `<path fill="${colours[colour]}" d="${path}"/>`)
  return `<svg x="${place.x}" y="${place.y}" width="${place.size}" height="${place.size}" viewBox="${viewBox}">${paths.join('')}</svg>`
}
