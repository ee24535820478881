import type { MoneyBack } from '../../shared/api/withdrawals.ts'
import { useMoney } from '../shop/use-money.ts'
import { useT } from '../site/site.tsx'
import { CheckboxField } from '../ui/checkbox-field.tsx'

/**
 * The choice to have unused credits refunded before the account is deleted, preselected. Shows nothing if there are none.
 * Until that is known, a hidden field asks for the refund.
 */
export function RefundField({ unused }: { unused: readonly MoneyBack[] | undefined }) {
  const t = useT()
  const money = useMoney()
  if (!unused) return <input type="hidden" name="refund" value="true" />
  if (unused.length === 0) return null
  const amount = unused.map((one) => money(one.amount, one.currency)).join(' + ')
  return (
    <CheckboxField
      name="refund"
      value="true"
      defaultChecked
      label={t('delete-account-form.refund', { amount })}
      help={t('delete-account-form.refund_help')}
    />
  )
}
