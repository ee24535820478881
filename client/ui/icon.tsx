import styles from './icon.module.css'
import { cx } from './props.ts'

/** A circle, as a part of a path. */
const circle = (x: number, y: number, r: number) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0 ${r} ${r} 0 1 0-${2 * r} 0Z`

const TURN = 'a2.25 2.25 0 0 1 '

/** A box with round corners, as a part of a path. */
const box = (x: number, y: number, width: number, height: number) =>
  `M${x + 2.25} ${y}h${width - 4.5}${TURN}2.25 2.25v${height - 4.5}${TURN}-2.25 2.25h-${width - 4.5}${TURN}-2.25-2.25v-${height - 4.5}${TURN}2.25-2.25Z`

const HEART = 'M12 20.25 4.6 12.9a4.95 4.95 0 0 1 7-7l.4.4.4-.4a4.95 4.95 0 0 1 7 7Z'

/*
 * Drawn on a 24 px grid, 1.75 px round strokes, 3 px of space on each side. Each is one path: a page has dozens of icons, and every further element
 * is bytes and work on each of them.
 */
const drawings = {
  search: `${circle(10.75, 10.75, 6.75)}M15.75 15.75l4.75 4.75`,
  message:
    'M5.5 4.25h13A2.25 2.25 0 0 1 20.75 6.5v8a2.25 2.25 0 0 1-2.25 2.25H11l-4.75 3.75v-3.75H5.5a2.25 2.25 0 0 1-2.25-2.25v-8A2.25 2.25 0 0 1 5.5 4.25Z',
  heart: HEART,
  'heart-filled': HEART,
  coin: `${circle(12, 12, 8.75)}M14.9 9.2A3.75 3.75 0 1 0 14.9 14.8`,
  crown: 'm3.5 7.75 4.25 3.75L12 5l4.25 6.5 4.25-3.75-1.75 8.75H5.25ZM5.5 19.75h13',
  user: `${circle(12, 8, 4)}M4.25 20.25c.9-3.7 3.9-5.75 7.75-5.75s6.85 2.05 7.75 5.75`,
  settings: `M3.5 7.5h9M17.5 7.5h3M3.5 16.5h3M11.5 16.5h9${circle(15, 7.5, 2.5)}${circle(9, 16.5, 2.5)}`,
  logout: 'M10 3.75H6A2.25 2.25 0 0 0 3.75 6v12A2.25 2.25 0 0 0 6 20.25h4M9.5 12h11M16.25 7.75 20.5 12l-4.25 4.25',
  globe: `${circle(12, 12, 8.75)}M3.25 12h17.5M12 3.25c2.4 2.5 3.6 5.4 3.6 8.75s-1.2 6.25-3.6 8.75c-2.4-2.5-3.6-5.4-3.6-8.75s1.2-6.25 3.6-8.75Z`,
  'chevron-down': 'm5.5 9 6.5 6.5L18.5 9',
  'chevron-right': 'm9 5.5 6.5 6.5L9 18.5',
  'chevron-left': 'M15 5.5 8.5 12l6.5 6.5',
  close: 'm5.75 5.75 12.5 12.5M18.25 5.75 5.75 18.25',
  check: 'm4.75 12.75 4.75 4.75L19.25 7',
  warning: 'M10.5 4.6 2.9 17.9a1.75 1.75 0 0 0 1.5 2.6h15.2a1.75 1.75 0 0 0 1.5-2.6L13.5 4.6a1.75 1.75 0 0 0-3 0ZM12 9.5v4.25M12 16.9v.1',
  info: `${circle(12, 12, 8.75)}M12 11.25v5M12 7.6v.1`,
  back: 'M20.25 12H4M10.25 5.5 3.75 12l6.5 6.5',
  send: 'M20.75 3.25 10.5 13.5M20.75 3.25l-6.5 17.5-3.75-7.25-7.25-3.75Z',
  gift: 'M3.5 8h17v4h-17ZM5.25 12v8.25h13.5V12M12 8v12.25M12 8C9.5 8 7.25 7.2 7.25 5.4c0-1.2.9-2.15 2.1-2.15C11.2 3.25 12 5.5 12 8ZM12 8c2.5 0 4.75-.8 4.75-2.6 0-1.2-.9-2.15-2.1-2.15C12.8 3.25 12 5.5 12 8Z',
  block: `${circle(12, 12, 8.75)}M5.8 5.8l12.4 12.4`,
  copy: `${box(8.25, 8.25, 12, 12)}M15.75 8.25V6a2.25 2.25 0 0 0-2.25-2.25H6A2.25 2.25 0 0 0 3.75 6v7.5A2.25 2.25 0 0 0 6 15.75h2.25`,
  reply: 'M9.5 5.25 3.75 11l5.75 5.75M4 11h9.5a6.75 6.75 0 0 1 6.75 6.75v1',
  flag: 'M5.25 21V4.25c4.5-2.5 8.5 2.5 13.5 0v9.5c-5 2.5-9-2.5-13.5 0',
  lock: `${box(4.75, 10.25, 14.5, 10)}M8 10.25v-3a4 4 0 0 1 8 0v3M12 14.25v2`,
  unlock: `${box(4.75, 10.25, 14.5, 10)}M8 10.25v-3a4 4 0 0 1 7.75-1.4M12 14.25v2`,
  camera: `M5.5 7h2.25l1.6-2.5h5.3L16.25 7h2.25a2.25 2.25 0 0 1 2.25 2.25v8a2.25 2.25 0 0 1-2.25 2.25h-13a2.25 2.25 0 0 1-2.25-2.25v-8A2.25 2.25 0 0 1 5.5 7Z${circle(12, 13, 3.5)}`,
  picture: `${box(3.25, 4.25, 17.5, 15.5)}${circle(8.5, 9.25, 1.6)}M4 17.5l4.75-4.25 3 2.5 4-4.25 4.5 4.25`,
  menu: 'M3.75 6.5h16.5M3.75 12h16.5M3.75 17.5h16.5',
  eye: `M2.5 12C4.6 8 8 6 12 6s7.4 2 9.5 6c-2.1 4-5.5 6-9.5 6s-7.4-2-9.5-6Z${circle(12, 12, 3)}`,
  'eye-off':
    'M9.6 6.25A10 10 0 0 1 12 6c4 0 7.4 2 9.5 6a12.6 12.6 0 0 1-2.4 3.1M6.1 7.7A11.6 11.6 0 0 0 2.5 12c2.1 4 5.5 6 9.5 6a10 10 0 0 0 4.6-1.1M10.2 10a3 3 0 0 0 4 4M4 4l16 16',
  more: 'M5.25 12h.01M12 12h.01M18.75 12h.01',
  cards: `${box(8.5, 4, 11.5, 15.5)}M8.5 6.75 5.9 7.4a2.25 2.25 0 0 0-1.65 2.75l2.1 8.1a2.25 2.25 0 0 0 2.7 1.6M14.25 14c-1.9-1.7-2.75-2.6-2.75-3.7a1.5 1.5 0 0 1 2.75-.8 1.5 1.5 0 0 1 2.75.8c0 1.1-.85 2-2.75 3.7Z`,
  filter: 'M3.75 7h16.5M7 12h10M10 17h4',
  bell: 'M6 10.25a6 6 0 0 1 12 0c0 3.5.9 4.9 2 6.25H4c1.1-1.35 2-2.75 2-6.25ZM9.75 19.75a2.4 2.4 0 0 0 4.5 0',
  'bell-off':
    'M9.2 4.6a6 6 0 0 1 8.8 5.3c0 2.4.5 4.1 1.3 5.4M16 17.5H4.25C5.5 15.9 6 14 6 9.9c0-.8.15-1.5.4-2.2M10 20.25a2.25 2.25 0 0 0 4 0M3.75 3.75l16.5 16.5',
  plus: 'M12 4.5v15M4.5 12h15',
  trash: 'M4 6.5h16M9 6.5V4.25h6V6.5M6 6.5l.9 12a1.9 1.9 0 0 0 1.9 1.75h6.4a1.9 1.9 0 0 0 1.9-1.75l.9-12M10 10.5v5.75M14 10.5v5.75',
  edit: 'm4 20 .9-4.15L15.75 5a2.3 2.3 0 0 1 3.25 3.25L8.15 19.1ZM13.5 7.25l3.25 3.25',
  clock: `${circle(12, 12, 8.75)}M12 6.75V12l3.5 2.25`,
  pin: `M12 21c-4.5-4.6-6.75-8-6.75-11.1a6.75 6.75 0 0 1 13.5 0C18.75 13 16.5 16.4 12 21Z${circle(12, 10, 2.5)}`,
  mail: `${box(3.25, 5, 17.5, 14)}M4 7l8 6.25L20 7`,
  shield: 'M12 21c-4.8-1.9-7.25-5.2-7.25-9.9V5.75L12 3l7.25 2.75v5.35c0 4.7-2.45 8-7.25 9.9ZM8.75 11.75l2.4 2.4 4.1-4.4',
  undo: 'M8.5 4.5 4 9l4.5 4.5M4 9h10a5.5 5.5 0 0 1 0 11h-4',
  retry: 'M19.75 4v5h-5M19.4 9A8.25 8.25 0 1 0 20.25 12',
  sparkle: 'M12 3.5c.7 5 3.5 7.8 8.5 8.5-5 .7-7.8 3.5-8.5 8.5-.7-5-3.5-7.8-8.5-8.5 5-.7 7.8-3.5 8.5-8.5Z',
  mask: 'M3 7.25c3.2 1 5.6.9 9-.5 3.4 1.4 5.8 1.5 9 .5.4 6-1.8 9.5-5.4 9.5-1.9 0-2.6-1.5-3.6-1.5s-1.7 1.5-3.6 1.5C4.8 16.75 2.6 13.25 3 7.25ZM6.75 11.25c1-.8 2-.8 3 0M14.25 11.25c1-.8 2-.8 3 0',
  phone:
    'M4.25 5.5c0 8 6.25 14.25 14.25 14.25.9 0 1.75-.75 1.75-1.65v-2.5l-4.5-1.75-1.75 2.1a12.5 12.5 0 0 1-5.7-5.7l2.1-1.75L8.65 4H6C5 4 4.25 4.6 4.25 5.5Z',
  download: 'M12 3.75v11.5M7.25 10.75 12 15.5l4.75-4.75M4 20.25h16'
} satisfies Record<string, string>

/** Icons that are more than lines of the usual width. */
const LOOKS: Partial<Record<string, string>> = { 'heart-filled': styles.filled, more: styles.dots }

/** Name of a drawn icon. */
export type IconName = keyof typeof drawings

/** The names of all icons. */
export const ICON_NAMES = Object.keys(drawings) as readonly IconName[]

/**
 * An icon in the colour of the text around it. Hidden from screen readers unless it has a `label`. `size`: small 16 px, regular 20 px, large 24 px,
 * huge 40 px.
 */
export function Icon({
  name,
  size = 'regular',
  label,
  className
}: {
  name: IconName
  size?: 'small' | 'regular' | 'large' | 'huge'
  label?: string
  className?: string
}) {
  const hidden = label === undefined
  return (
    <svg
      className={cx(styles.icon, styles[size], LOOKS[name], className)}
      viewBox="0 0 24 24"
      aria-hidden={hidden || undefined}
      role={hidden ? undefined : 'img'}
      aria-label={label}
    >
      <path d={drawings[name]} />
    </svg>
  )
}
