import { laterDialog } from '../feedback/later-dialog.tsx'

/** The dialog in which a gift is chosen and sent; render it while it is open. Its code and texts are loaded when it is first opened. */
export const GiftDialog = laterDialog(() => import('./gift-dialog.tsx'), ['catalogue', 'giving'])
