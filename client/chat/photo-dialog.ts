import { laterDialog } from '../feedback/later-dialog.tsx'
import type { PhotoDialogProps } from './later-props.ts'

/** The dialog in which a chosen photo is looked at and sent; render it while it is open. */
export const PhotoDialog = laterDialog<PhotoDialogProps>(() => import('./photo-form.tsx'), ['chat-photo', 'photos'])
