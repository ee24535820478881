import type { FunctionComponent } from 'react'

/** The landers by path: `./landers-video/page.tsx`. */
export const LANDERS = import.meta.glob<{ default: FunctionComponent }>('./landers-*/page.tsx')
