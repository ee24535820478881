import { type ComponentType, useEffect, useState } from 'react'
import { href } from '../../shared/routes/match.ts'
import { loadMessages } from '../../locales/load.ts'
import { useSite } from '../site/site.tsx'
import { useSignupOpen } from '../state/dialogs.ts'

/** The sign-up modal of a layout. Its code and texts are fetched when a visitor first needs it; if that fails, the sign-up page is used instead. */
export function SignupModal() {
  const open = useSignupOpen()
  const { language } = useSite().tenant
  const [Dialog, setDialog] = useState<ComponentType | null>(null)

  useEffect(() => {
    if (!open || Dialog) return
    Promise.all([import('./signup-dialog.tsx'), loadMessages(language, ['signup'])]).then(
      ([{ SignupDialog }]) => setDialog(() => SignupDialog),
      () => window.location.assign(href('signup'))
    )
  }, [open, Dialog, language])

  return open && Dialog ? <Dialog /> : null
}
