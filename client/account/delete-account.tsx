import { useState } from 'react'
import { REACTIVATION_DAYS } from '../../shared/rules/reactivation.ts'
import { useT } from '../site/site.tsx'
import { useForm } from '../forms/use-form.ts'
import { accountDeleted } from '../session/session-end.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { Stack } from '../ui/layout.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import styles from './delete-account.module.css'
import { ExportButton } from './export-button.tsx'

/** The button that opens the deletion: what will happen, the data export, the password. The page provides the heading. */
export function DeleteAccount() {
  const t = useT()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="secondary" icon="trash" className="needs-script" onClick={() => setOpen(true)}>
        {t('delete-account.open')}
      </Button>
      <Dialog open={open} onClose={close} title={t('delete-account.title')} closeLabel={t('delete-account.cancel')}>
        {open && <DeleteAccountForm onCancel={close} />}
      </Dialog>
    </>
  )
}

function DeleteAccountForm({ onCancel }: { onCancel: () => void }) {
  const t = useT()
  const { form, summary, field, busy } = useForm('deleteAccount', { fields: ['password'], done: accountDeleted })
  return (
    <Stack>
      <ul className={styles.facts}>
        <Fact icon="eye-off">{t('delete-account.gone')}</Fact>
        <Fact icon="mail">{t('delete-account.return', { days: REACTIVATION_DAYS })}</Fact>
        <Fact icon="trash">{t('delete-account.erased', { days: REACTIVATION_DAYS })}</Fact>
      </ul>
      <div className={styles.export}>
        <p>{t('delete-account.export')}</p>
        <ExportButton />
      </div>
      <form {...form}>
        <Stack>
          <ErrorSummary {...summary} />
          <PasswordField
            {...field('password')}
            label={t('delete-account.password')}
            showLabel={t('form.show_password')}
            hideLabel={t('form.hide_password')}
            autoComplete="current-password"
          />
          <Button type="submit" variant="danger" wide busy={busy} busyLabel={t('form.sending')}>
            {t('delete-account.submit')}
          </Button>
          <Button variant="quiet" wide onClick={onCancel}>
            {t('delete-account.cancel')}
          </Button>
        </Stack>
      </form>
    </Stack>
  )
}

function Fact({ icon, children }: { icon: IconName; children: string }) {
  return (
    <li>
      <Icon name={icon} />
      <span>{children}</span>
    </li>
  )
}
