import { useState } from 'react'
import { laterDialog } from '../feedback/later-dialog.tsx'
import { useT } from '../site/site.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

const DeleteAccountForm = laterDialog(() => import('./delete-account-form.tsx'), ['delete-account-form'])

/** The button that opens the deletion: what will happen, the data export, the password. The page provides the heading. */
export function DeleteAccount() {
  const t = useT()
  const [open, setOpen] = useState(false)
  // A page has no dialog until it is opened; then it stays, since it fades when it closes.
  const [asked, setAsked] = useState(false)
  const close = () => setOpen(false)
  const ask = () => {
    setAsked(true)
    setOpen(true)
  }
  return (
    <>
      <Button variant="secondary" icon="trash" className="needs-script" onClick={ask}>
        {t('delete-account.open')}
      </Button>
      {asked && (
        <Dialog open={open} onClose={close} title={t('delete-account.title')} closeLabel={t('delete-account.cancel')}>
          {open && <DeleteAccountForm onClose={close} />}
        </Dialog>
      )}
    </>
  )
}
