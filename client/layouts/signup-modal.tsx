import { type ComponentType, useEffect, useState } from 'react'
import { href } from '../../shared/routes/match.ts'
import { useSignupOpen } from '../state/dialogs.ts'

/** The sign-up modal of a layout. Its code is fetched when a visitor first needs it; where that fails, the page does as well. */
export function SignupModal() {
  const open = useSignupOpen()
  const [Dialog, setDialog] = useState<ComponentType | null>(null)

  useEffect(() => {
    if (!open || Dialog) return
    import('./signup-dialog.tsx').then(
      ({ SignupDialog }) => setDialog(() => SignupDialog),
      () => window.location.assign(href('signup'))
    )
  }, [open, Dialog])

  return open && Dialog ? <Dialog /> : null
}
