import type { ChatListEntry } from '../../../shared/api/chats.ts'
import { useT } from '../../site/site.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useDeleteChat } from './use-delete-chat.ts'

/** Asks before a conversation is deleted: it can't be undone. */
export function DeleteDialog({ entry, open, onClose }: { entry: ChatListEntry | null; open: boolean; onClose: () => void }) {
  const t = useT()
  const deleteChat = useDeleteChat()
  const name = entry?.profile?.name ?? t('chat.somebody_gone')
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="small"
      title={t('chat-list.delete_title')}
      closeLabel={t('chat-list.delete_cancel')}
      actions={
        <>
          <Button
            variant="danger"
            onClick={() => {
              if (entry) deleteChat.mutate(entry.conversation_id)
              onClose()
            }}
          >
            {t('chat-list.delete')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('chat-list.delete_cancel')}
          </Button>
        </>
      }
    >
      <p>{t('chat-list.delete_text', { member: name })}</p>
    </Dialog>
  )
}
