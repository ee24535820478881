import { useEffect } from 'react'
import { href, safeNext } from '../../../shared/routes/match.ts'
import { useSite, useT } from '../../site/site.tsx'
import { useSignupsOpen } from '../../site/signup-way.ts'
import { useForm } from '../../forms/use-form.ts'
import { Link } from '../../router/link.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { CurrentPasswordField } from '../../account/current-password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { PageProps } from '../registry.ts'
import styles from './login.module.css'

const FIELDS = ['credentials.login', 'credentials.password']
const LABELS = { 'credentials.login': 'login.name', 'credentials.password': 'form.password' } as const

export default function LoginPage({ search }: PageProps) {
  const t = useT()
  const { tenant } = useSite()
  const { form, summary, field, typed, busy, lastError } = useForm('login', {
    fields: FIELDS,
    labels: LABELS,
    done: () => window.location.replace(safeNext(search.get('next'), tenant))
  })
  // A suspended or banned member now has a limited session, only for that page.
  const isRestricted = lastError?.code === 'account_restricted'
  useEffect(() => {
    if (isRestricted) window.location.replace(href('pages-ban'))
  }, [isRestricted])
  return (
    <div className={styles.page}>
      <div className={styles.card}>
        <h1>{t('login.heading')}</h1>
        {search.get('reset') === '1' && <Banner tone="success">{t('login.reset_done')}</Banner>}
        {search.get('unlocked') === '1' && <Banner tone="success">{t('login.unlocked')}</Banner>}
        {search.get('back') === '1' && <Banner tone="success">{t('login.back')}</Banner>}
        {search.get('ended') === '1' && <Banner tone="info">{t('login.ended')}</Banner>}
        <form {...form} className={styles.form}>
          <ErrorSummary {...summary} />
          {lastError?.code === 'login_blocked' && lastError.params.by === 'account' && <p>{t('login.blocked_help')}</p>}
          <TextField
            {...field('credentials.login')}
            label={t('login.name')}
            defaultValue={typed('credentials.login')[0]}
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
          <CurrentPasswordField {...field('credentials.password')} label={t('form.password')} />
          <Button type="submit" wide busy={busy} busyLabel={t('form.sending')}>
            {t('login.submit')}
          </Button>
        </form>
        <p>
          <Link to="reset-password">{t('login.forgotten')}</Link>
        </p>
      </div>
      {useSignupsOpen() && (
        <p className={styles.other}>
          {t('login.no_account')} <Link to="signup">{t('login.signup')}</Link>
        </p>
      )}
    </div>
  )
}
