import { later } from '../site/later.tsx'
import type { GiftDialogProps } from './gift-props.ts'

/** The dialog in which a gift is chosen and sent; render it while it is open. Its code and texts are loaded when it is first opened. */
export const GiftDialog = later<GiftDialogProps>(() => import('./gift-form.tsx'), ['catalogue', 'giving'])
