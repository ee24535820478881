import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EXPORT_ANCHOR } from '../../shared/rules/export.ts'
import { REACTIVATION_DAYS } from '../../shared/rules/reactivation.ts'
import { attempt } from '../api/call.ts'
import { queryOf } from '../api/queries.ts'
import { useErrorToast } from '../feedback/use-error-toast.ts'
import { useRouter } from '../router/context.ts'
import { useLink } from '../router/link.tsx'
import { stillHere } from '../router/still-here.ts'
import { useT } from '../site/site.tsx'
import { useLateErrorToast } from '../forms/use-late-error-toast.ts'
import { useForm } from '../forms/use-form.ts'
import { accountDeleted } from '../session/session-end.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { Stack } from '../ui/layout.tsx'
import { CurrentPasswordField } from './current-password-field.tsx'
import styles from './delete-account.module.css'
import { RefundField } from './refund-field.tsx'

/** The form for deleting the account, loaded when its dialog opens: what will happen, the data export, the password, and the offer for staying. */
export default function DeleteAccountForm({ onClose }: { onClose: () => void }) {
  const t = useT()
  const { data } = useQuery({ ...queryOf('getLeaving'), staleTime: 0, throwOnError: false })
  const { form, summary, field, busy } = useForm('deleteAccount', {
    fields: ['password'],
    done: accountDeleted,
    failed: useLateErrorToast()
  })
  return (
    <Stack>
      <ul className={styles.facts}>
        <Fact icon="eye-off">{t('delete-account-form.gone')}</Fact>
        <Fact icon="mail">{t('delete-account-form.return', { days: REACTIVATION_DAYS })}</Fact>
        <Fact icon="trash">{t('delete-account-form.erased', { days: REACTIVATION_DAYS })}</Fact>
      </ul>
      <div className={styles.export}>
        <p>{t('delete-account-form.export')}</p>
        <LinkButton variant="secondary" icon="download" href={`#${EXPORT_ANCHOR}`} onClick={onClose}>
          {t('export.action')}
        </LinkButton>
      </div>
      <form {...form}>
        <Stack>
          <ErrorSummary {...summary} />
          <CurrentPasswordField {...field('password')} label={t('delete-account-form.password')} />
          <RefundField unused={data?.unused} />
          <Button type="submit" variant="danger" wide busy={busy} busyLabel={t('form.sending')}>
            {t('delete-account-form.submit')}
          </Button>
          <Button variant="quiet" wide onClick={onClose}>
            {t('delete-account.cancel')}
          </Button>
        </Stack>
      </form>
      {data?.offer && <StayOffer offer={data.offer} />}
    </Stack>
  )
}

/** One offer below the delete button; accepting it leads to what it is for. */
function StayOffer({ offer: { percentage, days } }: { offer: { percentage: number; days: number } }) {
  const t = useT()
  const showError = useErrorToast()
  const { navigate } = useRouter()
  const credits = useLink('credits')
  const [busy, setBusy] = useState(false)
  async function take() {
    setBusy(true)
    const isHere = stillHere()
    try {
      if ((await attempt('takeLeavingOffer', { query: { stay: '1' }, body: {} })) && isHere()) navigate(credits.href)
    } catch (error) {
      showError(error)
    }
    setBusy(false)
  }
  return (
    <div className={styles.export} data-testid="leaving-offer">
      <p>{t('delete-account-form.offer', { percentage, days })}</p>
      <Button variant="secondary" busy={busy} onClick={() => void take()}>
        {t('delete-account-form.take', { percentage })}
      </Button>
    </div>
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
