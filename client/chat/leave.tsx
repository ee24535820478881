import { useSite, useT } from '../site/site.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { LeaveDialogProps } from './later-props.ts'

/** Says where a link in a message leads, as the browser will read it, before the member leaves. */
export default function Leave({ to, onClose }: LeaveDialogProps) {
  const t = useT()
  const { tenant } = useSite()
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      title={t('leaving.title', { site: tenant.name })}
      closeLabel={t('leaving.stay')}
      actions={
        <>
          <LinkButton href={to.href} target="_blank" rel="noopener noreferrer nofollow ugc" onClick={onClose}>
            {t('leaving.open')}
          </LinkButton>
          <Button variant="secondary" onClick={onClose}>
            {t('leaving.stay')}
          </Button>
        </>
      }
    >
      <p>{t('leaving.text', { host: to.host })}</p>
    </Dialog>
  )
}
