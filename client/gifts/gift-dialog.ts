import { laterDialog } from '../feedback/later-dialog.tsx'
import type { GiftDialogProps } from './gift-props.ts'

/** The dialog in which a gift is chosen and sent; render it while it is open. Its code and texts are loaded when it is first opened. */
export const GiftDialog = laterDialog<GiftDialogProps>(() => import('./gift-form.tsx'), ['catalogue', 'giving'])
