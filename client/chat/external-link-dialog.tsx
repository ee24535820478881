import { useSite, useT } from '../site/site.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

interface ExternalLinkDialogProps {
  to: URL
  onClose: () => void
}

/** Says where a link in a message leads, as the browser will read it, before the member leaves. */
export default function ExternalLinkDialog({ to, onClose }: ExternalLinkDialogProps) {
  const t = useT()
  const { tenant } = useSite()
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      title={t('external-link.title', { site: tenant.name })}
      closeLabel={t('external-link.stay')}
      actions={
        <>
          <LinkButton href={to.href} target="_blank" rel="noopener noreferrer nofollow ugc" onClick={onClose}>
            {t('external-link.open')}
          </LinkButton>
          <Button variant="secondary" onClick={onClose}>
            {t('external-link.stay')}
          </Button>
        </>
      }
    >
      <p>{t('external-link.text', { host: to.host })}</p>
    </Dialog>
  )
}
