import type { Credits } from '../../shared/api/credits.ts'
import { useSite, useT } from '../site/site.tsx'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/select-field.tsx'
import styles from './country-form.module.css'

/**
 * The payment country as a plain form: it is stored on the device, and the page is shown again with its prices. Renders nothing if there is only one.
 */
export function CountryForm({ country, countries }: Pick<Credits, 'country' | 'countries'>) {
  const t = useT()
  const { translator } = useSite()
  if (countries.length < 2) return null
  const options = countries
    .map((code) => ({ value: code, label: translator.intl.countryName(code) }))
    .sort((one, other) => one.label.localeCompare(other.label, translator.locale))
  return (
    <form method="post" className={styles.form}>
      <SelectField name="country" label={t('shop.country')} defaultValue={country} options={options} className={styles.select} />
      <Button type="submit" variant="secondary">
        {t('shop.country_submit')}
      </Button>
    </form>
  )
}
