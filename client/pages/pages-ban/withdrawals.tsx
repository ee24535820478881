import { useQuery } from '@tanstack/react-query'
import { FORM_FIELD } from '../../../shared/forms/forms.ts'
import { href } from '../../../shared/routes/match.ts'
import { queryOf } from '../../api/queries.ts'
import { useForm } from '../../forms/use-form.ts'
import { useMoney } from '../../shop/use-money.ts'
import { useSite, useT } from '../../site/site.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Stack } from '../../ui/layout.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import styles from './pages-ban.module.css'

/** Purchases that a suspended member can still withdraw from, each with a plain form; nothing where there are none. */
export function Withdrawals({ done }: { done: boolean }) {
  const t = useT()
  const money = useMoney()
  const { translator } = useSite()
  const { data } = useQuery({ ...queryOf('listWithdrawable'), throwOnError: false })
  const { form, summary, busy } = useForm('withdraw', {
    fields: ['payment_id'],
    done: () => window.location.assign(href('pages-ban', {}, { withdrawn: 1 }))
  })
  const orders = data?.orders ?? []
  if (orders.length === 0 && summary.errors.length === 0 && !done) return null
  return (
    <SectionCard title={t('withdrawal.heading')} lead={t('withdrawal.lead')}>
      <Stack gap={4}>
        {done && <Banner tone="success">{t('ban.withdrawn')}</Banner>}
        <ErrorSummary {...summary} />
        {orders.map(({ payment_id: id, reference, credits, until, time_zone: timeZone, ...paid }) => {
          const amount = money(paid.amount, paid.currency)
          const date = translator.intl.formatDate(until, { dateStyle: 'long', timeZone })
          return (
            <div key={id}>
              <p>{t('withdrawal.order', { reference, credits, amount, until: date })}</p>
              <details>
                <summary className={styles.open}>{t('withdrawal.open')}</summary>
                <form {...form}>
                  <input type="hidden" name={FORM_FIELD} value="withdraw" />
                  <input type="hidden" name="payment_id" value={id} />
                  <Stack>
                    <p>{t('withdrawal.text', { reference, credits, amount })}</p>
                    <Button type="submit" busy={busy} busyLabel={t('form.sending')}>
                      {t('withdrawal.confirm')}
                    </Button>
                  </Stack>
                </form>
              </details>
            </div>
          )
        })}
      </Stack>
    </SectionCard>
  )
}
