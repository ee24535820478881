import { useT } from '../site/site.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useBlock } from './use-block.ts'

interface BlockDialogProps {
  id: string
  name: string
  open: boolean
  onClose: () => void
  /** Called when the member is blocked. */
  onBlocked?: () => void
}

/** Asks before a member is blocked, and says what it means. It can always be closed: without a connection the block waits for one. */
export function BlockDialog({ id, name, open, onClose, onBlocked }: BlockDialogProps) {
  const t = useT()
  const block = useBlock(id, onBlocked)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="small"
      title={t('block.title', { member: name })}
      closeLabel={t('block.cancel')}
      actions={
        <>
          <Button
            variant="danger"
            busy={block.isPending}
            busyLabel={t('block.busy')}
            onClick={() => block.mutate(true, { onSettled: onClose })}
          >
            {t('block.confirm')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('block.cancel')}
          </Button>
        </>
      }
    >
      <p>{t('block.text', { member: name })}</p>
    </Dialog>
  )
}
