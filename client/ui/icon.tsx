import type { ReactNode } from 'react'
import styles from './icon.module.css'
import { cx } from './props.ts'

/* Drawn on a 24 px grid, 1.75 px round strokes, 3 px of space on each side. */
const drawings = {
  search: (
    <>
      <circle cx="10.75" cy="10.75" r="6.75" />
      <path d="m15.75 15.75 4.75 4.75" />
    </>
  ),
  message: (
    <path d="M5.5 4.25h13A2.25 2.25 0 0 1 20.75 6.5v8a2.25 2.25 0 0 1-2.25 2.25H11l-4.75 3.75v-3.75H5.5a2.25 2.25 0 0 1-2.25-2.25v-8A2.25 2.25 0 0 1 5.5 4.25Z" />
  ),
  heart: <path d="M12 20.25 4.6 12.9a4.95 4.95 0 0 1 7-7l.4.4.4-.4a4.95 4.95 0 0 1 7 7Z" />,
  'heart-filled': <path fill="currentColor" d="M12 20.25 4.6 12.9a4.95 4.95 0 0 1 7-7l.4.4.4-.4a4.95 4.95 0 0 1 7 7Z" />,
  coin: (
    <>
      <circle cx="12" cy="12" r="8.75" />
      <path d="M14.9 9.2A3.75 3.75 0 1 0 14.9 14.8" />
    </>
  ),
  crown: (
    <>
      <path d="m3.5 7.75 4.25 3.75L12 5l4.25 6.5 4.25-3.75-1.75 8.75H5.25Z" />
      <path d="M5.5 19.75h13" />
    </>
  ),
  user: (
    <>
      <circle cx="12" cy="8" r="4" />
      <path d="M4.25 20.25c.9-3.7 3.9-5.75 7.75-5.75s6.85 2.05 7.75 5.75" />
    </>
  ),
  settings: (
    <>
      <path d="M3.5 7.5h9M17.5 7.5h3M3.5 16.5h3M11.5 16.5h9" />
      <circle cx="15" cy="7.5" r="2.5" />
      <circle cx="9" cy="16.5" r="2.5" />
    </>
  ),
  logout: (
    <>
      <path d="M10 3.75H6A2.25 2.25 0 0 0 3.75 6v12A2.25 2.25 0 0 0 6 20.25h4" />
      <path d="M9.5 12h11M16.25 7.75 20.5 12l-4.25 4.25" />
    </>
  ),
  globe: (
    <>
      <circle cx="12" cy="12" r="8.75" />
      <path d="M3.25 12h17.5M12 3.25c2.4 2.5 3.6 5.4 3.6 8.75s-1.2 6.25-3.6 8.75c-2.4-2.5-3.6-5.4-3.6-8.75s1.2-6.25 3.6-8.75Z" />
    </>
  ),
  'chevron-down': <path d="m5.5 9 6.5 6.5L18.5 9" />,
  'chevron-right': <path d="m9 5.5 6.5 6.5L9 18.5" />,
  'chevron-left': <path d="M15 5.5 8.5 12l6.5 6.5" />,
  close: <path d="m5.75 5.75 12.5 12.5M18.25 5.75 5.75 18.25" />,
  check: <path d="m4.75 12.75 4.75 4.75L19.25 7" />,
  warning: (
    <>
      <path d="M10.5 4.6 2.9 17.9a1.75 1.75 0 0 0 1.5 2.6h15.2a1.75 1.75 0 0 0 1.5-2.6L13.5 4.6a1.75 1.75 0 0 0-3 0Z" />
      <path d="M12 9.5v4.25M12 16.9v.1" />
    </>
  ),
  info: (
    <>
      <circle cx="12" cy="12" r="8.75" />
      <path d="M12 11.25v5M12 7.6v.1" />
    </>
  ),
  back: <path d="M20.25 12H4M10.25 5.5 3.75 12l6.5 6.5" />,
  send: (
    <>
      <path d="M20.75 3.25 10.5 13.5" />
      <path d="m20.75 3.25-6.5 17.5-3.75-7.25-7.25-3.75Z" />
    </>
  ),
  gift: (
    <>
      <path d="M3.5 8h17v4h-17ZM5.25 12v8.25h13.5V12M12 8v12.25" />
      <path d="M12 8C9.5 8 7.25 7.2 7.25 5.4c0-1.2.9-2.15 2.1-2.15C11.2 3.25 12 5.5 12 8ZM12 8c2.5 0 4.75-.8 4.75-2.6 0-1.2-.9-2.15-2.1-2.15C12.8 3.25 12 5.5 12 8Z" />
    </>
  ),
  block: (
    <>
      <circle cx="12" cy="12" r="8.75" />
      <path d="m5.8 5.8 12.4 12.4" />
    </>
  ),
  copy: (
    <>
      <rect x="8.25" y="8.25" width="12" height="12" rx="2.25" />
      <path d="M15.75 8.25V6a2.25 2.25 0 0 0-2.25-2.25H6A2.25 2.25 0 0 0 3.75 6v7.5A2.25 2.25 0 0 0 6 15.75h2.25" />
    </>
  ),
  reply: <path d="M9.5 5.25 3.75 11l5.75 5.75M4 11h9.5a6.75 6.75 0 0 1 6.75 6.75v1" />,
  flag: <path d="M5.25 21V4.25c4.5-2.5 8.5 2.5 13.5 0v9.5c-5 2.5-9-2.5-13.5 0" />,
  lock: (
    <>
      <rect x="4.75" y="10.25" width="14.5" height="10" rx="2.25" />
      <path d="M8 10.25v-3a4 4 0 0 1 8 0v3M12 14.25v2" />
    </>
  ),
  unlock: (
    <>
      <rect x="4.75" y="10.25" width="14.5" height="10" rx="2.25" />
      <path d="M8 10.25v-3a4 4 0 0 1 7.75-1.4M12 14.25v2" />
    </>
  ),
  camera: (
    <>
      <path d="M5.5 7h2.25l1.6-2.5h5.3L16.25 7h2.25a2.25 2.25 0 0 1 2.25 2.25v8a2.25 2.25 0 0 1-2.25 2.25h-13a2.25 2.25 0 0 1-2.25-2.25v-8A2.25 2.25 0 0 1 5.5 7Z" />
      <circle cx="12" cy="13" r="3.5" />
    </>
  ),
  picture: (
    <>
      <rect x="3.25" y="4.25" width="17.5" height="15.5" rx="2.25" />
      <circle cx="8.5" cy="9.25" r="1.6" />
      <path d="m4 17.5 4.75-4.25 3 2.5 4-4.25 4.5 4.25" />
    </>
  ),
  menu: <path d="M3.75 6.5h16.5M3.75 12h16.5M3.75 17.5h16.5" />,
  eye: (
    <>
      <path d="M2.5 12C4.6 8 8 6 12 6s7.4 2 9.5 6c-2.1 4-5.5 6-9.5 6s-7.4-2-9.5-6Z" />
      <circle cx="12" cy="12" r="2.75" />
    </>
  ),
  'eye-off': (
    <>
      <path d="M9.6 6.25A10 10 0 0 1 12 6c4 0 7.4 2 9.5 6a12.6 12.6 0 0 1-2.4 3.1M6.1 7.7A11.6 11.6 0 0 0 2.5 12c2.1 4 5.5 6 9.5 6a10 10 0 0 0 4.6-1.1" />
      <path d="M10.2 10a2.75 2.75 0 0 0 3.85 3.85M4 4l16 16" />
    </>
  ),
  more: <path className={styles.dots} d="M5.25 12h.01M12 12h.01M18.75 12h.01" />,
  cards: (
    <>
      <rect x="8.5" y="4" width="11.5" height="15.5" rx="2.25" />
      <path d="M8.5 6.75 5.9 7.4a2.25 2.25 0 0 0-1.65 2.75l2.1 8.1a2.25 2.25 0 0 0 2.7 1.6M14.25 14c-1.9-1.7-2.75-2.6-2.75-3.7a1.5 1.5 0 0 1 2.75-.8 1.5 1.5 0 0 1 2.75.8c0 1.1-.85 2-2.75 3.7Z" />
    </>
  ),
  filter: <path d="M3.75 7h16.5M7 12h10M10 17h4" />,
  bell: (
    <>
      <path d="M6 10.25a6 6 0 0 1 12 0c0 3.5.9 4.9 2 6.25H4c1.1-1.35 2-2.75 2-6.25Z" />
      <path d="M9.75 19.75a2.4 2.4 0 0 0 4.5 0" />
    </>
  ),
  'bell-off': (
    <path d="M9.2 4.6a6 6 0 0 1 8.8 5.3c0 2.4.5 4.1 1.3 5.4M16 17.5H4.25C5.5 15.9 6 14 6 9.9c0-.8.15-1.5.4-2.2M10 20.25a2.25 2.25 0 0 0 4 0M3.75 3.75l16.5 16.5" />
  ),
  plus: <path d="M12 4.5v15M4.5 12h15" />,
  trash: (
    <>
      <path d="M4 6.5h16M9 6.5V4.25h6V6.5M6 6.5l.9 12a1.9 1.9 0 0 0 1.9 1.75h6.4a1.9 1.9 0 0 0 1.9-1.75l.9-12" />
      <path d="M10 10.5v5.75M14 10.5v5.75" />
    </>
  ),
  edit: <path d="m4 20 .9-4.15L15.75 5a2.3 2.3 0 0 1 3.25 3.25L8.15 19.1ZM13.5 7.25l3.25 3.25" />,
  clock: (
    <>
      <circle cx="12" cy="12" r="8.75" />
      <path d="M12 6.75V12l3.5 2.25" />
    </>
  ),
  pin: (
    <>
      <path d="M12 21c-4.5-4.6-6.75-8-6.75-11.1a6.75 6.75 0 0 1 13.5 0C18.75 13 16.5 16.4 12 21Z" />
      <circle cx="12" cy="10" r="2.5" />
    </>
  ),
  mail: (
    <>
      <rect x="3.25" y="5" width="17.5" height="14" rx="2.25" />
      <path d="m4 7 8 6.25L20 7" />
    </>
  ),
  shield: <path d="M12 21c-4.8-1.9-7.25-5.2-7.25-9.9V5.75L12 3l7.25 2.75v5.35c0 4.7-2.45 8-7.25 9.9ZM8.75 11.75l2.4 2.4 4.1-4.4" />,
  undo: <path d="M8.5 4.5 4 9l4.5 4.5M4 9h10a5.5 5.5 0 0 1 0 11h-4" />,
  retry: <path d="M19.75 4v5h-5M19.4 9A8.25 8.25 0 1 0 20.25 12" />,
  sparkle: <path d="M12 3.5c.7 5 3.5 7.8 8.5 8.5-5 .7-7.8 3.5-8.5 8.5-.7-5-3.5-7.8-8.5-8.5 5-.7 7.8-3.5 8.5-8.5Z" />,
  mask: (
    <>
      <path d="M3 7.25c3.2 1 5.6.9 9-.5 3.4 1.4 5.8 1.5 9 .5.4 6-1.8 9.5-5.4 9.5-1.9 0-2.6-1.5-3.6-1.5s-1.7 1.5-3.6 1.5C4.8 16.75 2.6 13.25 3 7.25Z" />
      <path d="M6.75 11.25c1-.8 2-.8 3 0M14.25 11.25c1-.8 2-.8 3 0" />
    </>
  ),
  phone: (
    <path d="M4.25 5.5c0 8 6.25 14.25 14.25 14.25.9 0 1.75-.75 1.75-1.65v-2.5l-4.5-1.75-1.75 2.1a12.5 12.5 0 0 1-5.7-5.7l2.1-1.75L8.65 4H6C5 4 4.25 4.6 4.25 5.5Z" />
  ),
  download: <path d="M12 3.75v11.5M7.25 10.75 12 15.5l4.75-4.75M4 20.25h16" />
} satisfies Record<string, ReactNode>

/** Name of a drawn icon. */
export type IconName = keyof typeof drawings

/** Every icon there is. */
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
      className={cx(styles.icon, styles[size], className)}
      viewBox="0 0 24 24"
      aria-hidden={hidden || undefined}
      role={hidden ? undefined : 'img'}
      aria-label={label}
    >
      {drawings[name]}
    </svg>
  )
}
