import { type ComponentType, useEffect, useState } from 'react'
import { href } from '../../shared/routes/match.ts'
import { loadMessages } from '../../locales/load.ts'
import { useSite } from '../site/site.tsx'
import { useSignupOpen } from '../state/signup-dialog.ts'

/** The sign-up dialog of a layout. Its code and texts are fetched when a visitor first needs it; if that fails, the sign-up page is used instead. */
export function SignupDialog() {
  const open = useSignupOpen()
  const { language } = useSite().tenant
  const [Dialog, setDialog] = useState<ComponentType | null>(null)

  useEffect(() => {
    if (!open || Dialog) return
    Promise.all([import('./signup-dialog.tsx'), loadMessages(language, ['signup'])]).then(
      ([loaded]) => setDialog(() => loaded.default),
      () => window.location.assign(href('signup'))
    )
  }, [open, Dialog, language])

  return open && Dialog ? <Dialog /> : null
}
