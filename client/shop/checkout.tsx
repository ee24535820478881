import { useState } from 'react'
import type { MessageKey } from '../../locales/keys.ts'
import type { Bundle, Credits } from '../../shared/api/credits.ts'
import { FORM_FIELD } from '../../shared/forms/forms.ts'
import { MemberField } from '../forms/member-field.tsx'
import { Link, useLink } from '../router/link.tsx'
import { useMessage, useSite, useT } from '../site/site.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { CheckoutMethods, type ChosenMethod } from './checkout-methods.tsx'
import { CheckoutPrice } from './checkout-price.tsx'
import styles from './checkout.module.css'
import { useCode, useCredits } from './use-credits.ts'
import { useMoney } from './use-money.ts'
import { useOrder } from './use-order.ts'

interface CheckoutProps {
  credits: Credits
  bundle: Bundle
  method?: string | undefined
}

/** Why a code that was typed doesn't lower this price; null if it does, or there is none. */
function refusedCode(
  { refusal, minimum, currency }: Credits,
  { price, discounted }: Bundle,
  code: string | undefined,
  t: ReturnType<typeof useT>,
  money: ReturnType<typeof useMoney>
): string | null {
  if (code === undefined || discounted !== null) return null
  const least = minimum ?? 0
  const why = refusal ?? (price < least ? 'minimum' : null)
  return why && t(`discount.${why}`, { minimum: money(least, currency) })
}

/** What happens after pressing the button, unless it opens the provider's page. */
const GOES_ON: Readonly<Partial<Record<string, MessageKey>>> = {
  stored: 'checkout.stored_goes_on',
  directdebit: 'checkout.debit_goes_on',
  unsigned: 'checkout.debit_needed'
}

/**
 * One bundle, how to pay for it, and everything to know before the button that orders. `method`: the one chosen at first. Without a script it is a
 * plain form, whose page comes back if the order is refused.
 */
export function Checkout({ credits: first, bundle: { id: bundleId }, method: wanted }: CheckoutProps) {
  const t = useT()
  const message = useMessage()
  const money = useMoney()
  const { form } = useSite()
  const returned = form?.endpoint === 'createPayment' && (form.values['bundle']?.[0] ?? bundleId) === bundleId ? form : null
  const { order, busy, error } = useOrder(returned?.error ?? null)
  const { methods } = first
  const chosen = returned?.values['method']?.[0] ?? wanted
  const begin = (methods.find(({ id }) => id === chosen) ?? methods[0])?.id ?? 'card'
  const [method, setMethod] = useState<ChosenMethod>(begin)
  const [save, setSave] = useState(returned?.values['save_card'] !== undefined)
  // A code may be for some ways to pay only.
  const { data, isPlaceholderData } = useCredits(method === 'stored' ? 'card' : method)
  const credits = data ?? first
  const { code } = useCode()
  const { country, currency, stored_card: card, descriptor } = credits
  const back = { bundle: bundleId, code }
  const mandatePage = useLink('directdebit', {}, back)
  const unsigned = method === 'directdebit' && !credits.mandate
  const bundle = credits.bundles.find(({ id }) => id === bundleId)
  if (!bundle) return null
  // Without a script, only the refusal shows how a code for some ways to pay changes the price.
  const changed = !data && returned?.error.code === 'price_changed' ? Number(returned.error.params['total']) : null
  const total = changed ?? bundle.discounted ?? bundle.price
  const codeRefused = refusedCode(credits, bundle, code, t, money)
  const agreed = { bundle: bundleId, credits: bundle.credits, country, currency, total, code }
  const fields = { [FORM_FIELD]: 'createPayment', ...agreed, stored_card: card?.id }
  const submit = (
    <Button type="submit" wide busy={busy || isPlaceholderData} busyLabel={t('checkout.busy')}>
      {t('checkout.submit')} · {money(total, currency)}
    </Button>
  )

  return (
    <form
      method="post"
      className={styles.form}
      data-needs-app=""
      onSubmit={(event) => {
        event.preventDefault()
        void order(event.currentTarget)
      }}
    >
      <MemberField />
      {Object.entries(fields).map(([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />)}
      <CheckoutPrice bundle={bundle} total={total} isTaxed={credits.tax_included !== false} currency={currency} code={code} />
      <CheckoutMethods
        {...credits}
        methods={methods}
        begin={begin}
        method={method}
        onChoose={setMethod}
        save={save}
        onSave={setSave}
        back={back}
      />
      <div role="status" className="contents">
        {codeRefused && <Banner tone="warning">{codeRefused}</Banner>}
      </div>
      {error && (
        <Banner tone="danger" role="alert">
          {message(error.message_key, error.params)}
        </Banner>
      )}
      <div className={styles.end}>
        <p>{t('checkout.statement', { descriptor })}</p>
        <p>{t(GOES_ON[unsigned ? 'unsigned' : method] ?? 'checkout.goes_on')}</p>
        <p>
          <Link to="pages-terms">{t('checkout.terms')}</Link> {t('checkout.early_use')}
        </p>
        {unsigned ? (
          <>
            <LinkButton {...mandatePage} wide>
              {t('checkout.debit_begin')}
            </LinkButton>
            {/* Another way to pay can be chosen without a script too. */}
            <noscript>{submit}</noscript>
          </>
        ) : (
          submit
        )}
      </div>
    </form>
  )
}
