import type { Credits } from '../../shared/api/credits.ts'
import type { PaymentMethod } from '../../shared/tenants/selling.ts'
import { Link } from '../router/link.tsx'
import { useT } from '../site/site.tsx'
import { CheckboxField } from '../ui/checkbox-field.tsx'
import { cx } from '../ui/props.ts'
import styles from './checkout.module.css'
import { RemoveCard } from './remove-card.tsx'

/** A way to pay, or the saved card. */
export type ChosenMethod = PaymentMethod | 'stored'

interface CheckoutMethodsProps extends Pick<Credits, 'methods' | 'stored_card' | 'mandate'> {
  /** The one selected at first. */
  begin: PaymentMethod
  method: ChosenMethod
  onChoose: (method: ChosenMethod) => void
  /** Is a new card saved? */
  save: boolean
  onSave: (save: boolean) => void
  /** The address to return to from signing another mandate. */
  back: { bundle: string; code: string | undefined }
}

/** The ways to pay, with the card or the account that is on file. */
export function CheckoutMethods({
  methods,
  stored_card: card,
  mandate,
  begin,
  method,
  onChoose,
  save,
  onSave,
  back
}: CheckoutMethodsProps) {
  const t = useT()
  return (
    <fieldset className={styles.card}>
      <legend className={styles.legend}>{t('checkout.method')}</legend>
      {/* Without a script the line before the button can't follow the choice, so choices it wouldn't fit aren't offered then. */}
      {methods.map(({ id }) => (
        <CheckboxField
          key={id}
          type="radio"
          name="method"
          value={id}
          className={id === 'directdebit' && begin !== id ? 'needs-script' : undefined}
          label={t(`shop.method_${id}`)}
          checked={method === id}
          onChange={() => onChoose(id)}
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
            onChange={() => onChoose('stored')}
          />
          <RemoveCard id={card.id} onRemoved={() => onChoose(begin)} />
        </div>
      )}
      {method === 'directdebit' && mandate && (
        <div className={styles.stored}>
          <span>{t('checkout.debit_account', { iban_end: mandate.iban_end })}</span>
          <Link to="directdebit" query={back}>
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
          onChange={(event) => onSave(event.target.checked)}
        />
      )}
    </fieldset>
  )
}
