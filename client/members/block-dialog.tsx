import { useT } from '../site/site.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useBlock } from './use-block.ts'

export interface BlockDialogProps {
  id: string
  name: string
  onClose: () => void
  /** Called when the member is blocked. */
  onBlocked?: () => void
}

/** Asks before a member is blocked, and says what it means. It can always be closed: without a connection the block waits for one. */
export default function BlockDialog({ id, name, onClose, onBlocked }: BlockDialogProps) {
  const t = useT()
  const block = useBlock(id, onBlocked)
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={t('blocking.title', { member: name })}
      closeLabel={t('blocking.cancel')}
      actions={
        <>
          <Button
            variant="danger"
            busy={block.isPending}
            busyLabel={t('block.busy')}
            onClick={() => block.mutate(true, { onSettled: onClose })}
          >
            {t('blocking.confirm')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('blocking.cancel')}
          </Button>
        </>
      }
    >
      <p>{t('blocking.text', { member: name })}</p>
    </Dialog>
  )
}
