import { useT } from '../site/site.tsx'
import { PasswordField } from '../ui/password-field.tsx'

type FieldOf = (name: string) => { id: string; name: string; error: string | undefined }

/** The new password, typed twice, for every form that sets one. `field` is `useForm`'s. */
export function NewPasswordFields({ field }: { field: FieldOf }) {
  const t = useT()
  const shown = { showLabel: t('form.show_password'), hideLabel: t('form.hide_password'), autoComplete: 'new-password' as const }
  return (
    <>
      <PasswordField {...field('password')} {...shown} label={t('password.new')} help={t('password.help')} />
      <PasswordField {...field('password_repeat')} {...shown} label={t('password.repeat')} />
    </>
  )
}
