import { useEffect, useRef, useState } from 'react'
import { useRegions } from '../members/place.tsx'
import { useSite, useT } from '../site/site.tsx'
import { SelectField } from '../ui/select-field.tsx'
import styles from './signup-form.module.css'
import type { StepProps } from './step-props.ts'

/** Country and region. The regions of a country are loaded by the script; without it, members choose theirs later. */
export function PlaceFields({ field, typed }: StepProps) {
  const t = useT()
  const { tenant, translator } = useSite()
  const own = tenant.geoip_selected_country ?? tenant.geoip_country ?? ''
  const guess = tenant.countries.includes(own) ? own : tenant.countries.length === 1 ? tenant.countries[0]! : ''
  const [country, setCountry] = useState(typed('country') ?? guess)
  const select = useRef<HTMLSelectElement>(null)
  const { data } = useRegions(country || null)
  const regions = data?.regions ?? []

  // The visitor may have chosen another country before the script was loaded.
  useEffect(() => {
    if (select.current) setCountry(select.current.value)
  }, [])

  return (
    <div className={styles.place}>
      <SelectField
        {...field('country')}
        ref={select}
        label={t('form.country')}
        placeholder={t('form.choose')}
        defaultValue={country}
        onChange={(event) => setCountry(event.currentTarget.value)}
        autoComplete="country"
        options={tenant.countries.map((code) => ({
          value: code,
          label: translator.intl.countryName(code)
        }))}
      />
      <div className="needs-script">
        <SelectField
          key={`${country} ${regions.length}`}
          {...field('region')}
          label={t('form.region')}
          optional={t('form.optional')}
          placeholder={t('form.choose')}
          disabled={regions.length === 0}
          defaultValue={typed('region')}
          options={regions.map(({ code, name }) => ({ value: code, label: name }))}
        />
      </div>
    </div>
  )
}
