import type { ComponentProps } from 'react'
import { useT } from '../site/site.tsx'
import { PasswordField } from '../ui/password-field.tsx'

/** The password that an account has now, for logging in and for confirming a change. */
export function CurrentPasswordField(props: Omit<ComponentProps<typeof PasswordField>, 'autoComplete' | 'showLabel' | 'hideLabel'>) {
  const t = useT()
  return (
    <PasswordField {...props} showLabel={t('form.show_password')} hideLabel={t('form.hide_password')} autoComplete="current-password" />
  )
}
