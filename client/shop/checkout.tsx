import { useState } from 'react'
import type { MessageKey } from '../../locales/keys.ts'
import type { Bundle, Credits } from '../../shared/api/credits.ts'
import { FORM_FIELD } from '../../shared/forms/forms.ts'
import { normalizeCode } from '../../shared/rules/discounts.ts'
import type { PaymentMethod } from '../../shared/tenants/selling.ts'
import { MemberField } from '../forms/member-field.tsx'
import { Link, useLink } from '../router/link.tsx'
import { useMessage, useSite, useT } from '../site/site.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { CheckboxField } from '../ui/checkbox-field.tsx'
import { cx } from '../ui/props.ts'
import styles from './checkout.module.css'
import { RemoveCard } from './remove-card.tsx'
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
  { refusal, minimum, discount, currency }: Credits,
  { price, discounted }: Bundle,
  code: string | undefined,
  t: ReturnType<typeof useT>,
  money: ReturnType<typeof useMoney>
): string | null {
  if (code === undefined || discounted !== null) return null
  const least = minimum ?? (discount?.code === normalizeCode(code) ? discount.minimum : 0)
  const why = refusal ?? (price < least ? 'minimum' : null)
  return why && t(`discount.${why}`, { minimum: money(least, currency) })
}

/** What happens after the button, where it isn't the provider's page. */
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
  const [method, setMethod] = useState<PaymentMethod | 'stored'>(begin)
  const [save, setSave] = useState(returned?.values['save_card'] !== undefined)
  // A code may be for some ways to pay only.
  const { data, isPlaceholderData } = useCredits(method === 'stored' ? 'card' : method)
  const credits = data ?? first
  const { code } = useCode()
  const { country, currency, stored_card: card, descriptor, mandate } = credits
  const mandatePage = useLink('directdebit', {}, { bundle: bundleId, code })
  const unsigned = method === 'directdebit' && !mandate
  const bundle = credits.bundles.find(({ id }) => id === bundleId)
  if (!bundle) return null
  // Without a script only the refusal says what a code for some ways to pay makes of the price.
  const changed = !data && returned?.error.code === 'price_changed' ? Number(returned.error.params['total']) : null
  const total = changed ?? bundle.discounted ?? bundle.price
  const codeRefused = refusedCode(credits, bundle, code, t, money)
  const fields = { [FORM_FIELD]: 'createPayment', bundle: bundleId, country, currency, total, code, stored_card: card?.id }
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
      <section className={styles.card} aria-label={t('checkout.heading')}>
        <dl className={styles.lines}>
          <div>
            <dt>{t('shop.credits', { count: bundle.credits })}</dt>
            <dd className="numbers">{money(bundle.price, currency)}</dd>
          </div>
          {total < bundle.price && (
            <div>
              <dt>{bundle.code}</dt>
              <dd className="numbers">{money(total - bundle.price, currency)}</dd>
            </div>
          )}
          <div className={styles.total}>
            <dt>{t('checkout.total')}</dt>
            <dd className="numbers">{money(total, currency)}</dd>
          </div>
        </dl>
        <Link to="credits" query={{ code }}>
          {t('checkout.other')}
        </Link>
      </section>
      <fieldset className={styles.card}>
        <legend className={styles.legend}>{t('checkout.method')}</legend>
        {/* Without a script the line before the button can't follow the choice: what it wouldn't fit is not offered then. */}
        {methods.map(({ id }) => (
          <CheckboxField
            key={id}
            type="radio"
            name="method"
            value={id}
            className={id === 'directdebit' && begin !== id ? 'needs-script' : undefined}
            label={t(`shop.method_${id}`)}
            checked={method === id}
            onChange={() => setMethod(id)}
          />
        ))}
        {card && (
          <div className={cx(styles.stored, 'needs-script')}>
            <CheckboxField
              type="radio"
              name="method"
              value="stored"
              label={t('checkout.stored_card', { label: card.label })}
              checked={method === 'stored'}
              onChange={() => setMethod('stored')}
            />
            <RemoveCard id={card.id} onRemoved={() => setMethod(begin)} />
          </div>
        )}
        {method === 'directdebit' && mandate && (
          <div className={styles.stored}>
            <span>{t('checkout.debit_account', { iban_end: mandate.iban_end })}</span>
            <Link to="directdebit" query={{ bundle: bundleId, code }}>
              {t('saved-method.change_mandate')}
            </Link>
          </div>
        )}
        {method === 'card' && (
          <CheckboxField
            name="save_card"
            value="true"
            label={t('checkout.save_card')}
            help={t('checkout.save_card_help')}
            checked={save}
            onChange={(event) => setSave(event.target.checked)}
          />
        )}
      </fieldset>
      {codeRefused && (
        <Banner tone="warning" role="status">
          {codeRefused}
        </Banner>
      )}
      {error && (
        <Banner tone="danger" role="alert">
          {message(error.message_key, error.params)}
        </Banner>
      )}
      <div className={styles.end}>
        <p>{t('checkout.statement', { descriptor })}</p>
        <p>{t(GOES_ON[unsigned ? 'unsigned' : method] ?? 'checkout.goes_on')}</p>
        <p>
          <Link to="pages-terms">{t('checkout.terms')}</Link>
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
