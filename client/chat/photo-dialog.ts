import { later } from '../site/later.tsx'
import type { PhotoDialogProps } from './later-props.ts'

/** The dialog in which a chosen photo is looked at and sent; render it while it is open. */
export const PhotoDialog = later<PhotoDialogProps>(() => import('./photo-form.tsx'), ['chat-photo', 'photos'])
