import { type ChangeEvent, useRef, useState } from 'react'
import { PHOTO_FILE } from '../../shared/rules/photo-file.ts'
import type { Conversation } from '../../shared/api/chats.ts'
import { laterDialog } from '../feedback/later-dialog.tsx'
import { GiftDialog } from '../gifts/gift-dialog-later.ts'
import { useSite, useT } from '../site/site.tsx'
import { IconButton } from '../ui/button.tsx'
import type { PhotoDialogProps } from './photo-dialog.tsx'

/** The dialog in which a chosen photo is looked at and sent; render it while it is open. */
const PhotoDialog = laterDialog(() => import('./photo-dialog.tsx'), ['chat-photo', 'photos'])

interface ChatToolsProps {
  chat: Pick<Conversation, 'profile' | 'accepts_gifts' | 'accepts_photos' | 'can_take_back'>
  /** What the next message costs. */
  credits: number
  onSent: () => void
}

/** Buttons to send something other than text: a photo, to someone who has written; a gift, if the other side accepts gifts. */
export default function ChatTools({ chat, credits, onSent }: ChatToolsProps) {
  const t = useT()
  const { tenant } = useSite()
  const [giving, setGiving] = useState(false)
  const { profile } = chat
  if (!profile) return null
  return (
    <>
      {chat.accepts_photos && <PhotoTool member={profile} credits={credits} canTakeBack={chat.can_take_back} onSent={onSent} />}
      {chat.accepts_gifts && (
        <IconButton icon="gift" label={t('gifts.button', { credits: tenant.gift_credits })} onClick={() => setGiving(true)} />
      )}
      {giving && <GiftDialog member={profile} onSent={onSent} onClose={() => setGiving(false)} />}
    </>
  )
}

/** Chooses a file; the dialog does the rest. */
function PhotoTool(props: Omit<PhotoDialogProps, 'file' | 'onClose'>) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)

  function handleChange({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    setFile(currentTarget.files?.[0] ?? null)
    // The same file may be chosen again.
    currentTarget.value = ''
  }

  return (
    <>
      <input ref={input} type="file" hidden accept={PHOTO_FILE.types.join(',')} onChange={handleChange} />
      <IconButton icon="picture" label={t('chat-photo.button')} onClick={() => input.current?.click()} />
      {file && <PhotoDialog {...props} file={file} onClose={() => setFile(null)} />}
    </>
  )
}
