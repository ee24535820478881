import { FORM_FIELD } from '../../shared/forms/forms.ts'
import { EXPORT_ANCHOR } from '../../shared/rules/export.ts'
import { useForm } from '../forms/use-form.ts'
import { useLateErrorToast } from '../forms/use-late-error-toast.ts'
import { useT } from '../site/site.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Stack } from '../ui/layout.tsx'
import { CurrentPasswordField } from './current-password-field.tsx'
import styles from './export-form.module.css'

/** Downloads everything the member has here as one file, for their password, which doesn't stay in the field. */
export function ExportForm() {
  const t = useT()
  const { form, summary, field, busy } = useForm('startExport', {
    fields: ['password'],
    stays: true,
    done({ url }) {
      document.querySelector<HTMLFormElement>(`#${EXPORT_ANCHOR}`)?.reset()
      window.location.assign(url)
    },
    failed: useLateErrorToast()
  })
  return (
    <form {...form} id={EXPORT_ANCHOR} className={styles.form}>
      <input type="hidden" name={FORM_FIELD} value="startExport" />
      <Stack>
        <ErrorSummary {...summary} />
        <CurrentPasswordField {...field('password')} label={t('export.password')} />
        <Button type="submit" variant="secondary" busy={busy} busyLabel={t('form.sending')}>
          {t('export.action')}
        </Button>
      </Stack>
    </form>
  )
}
