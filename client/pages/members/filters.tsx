import { useState } from 'react'
import { BAND } from '../../../shared/rules/age-band.ts'
import { GENDERS } from '../../../shared/rules/genders.ts'
import { href } from '../../../shared/routes/match.ts'
import { searchKeeping } from '../../../shared/routes/search-query.ts'
import { visitorSearch } from '../../../shared/tenants/public-settings.ts'
import { useMessage, useSite, useT } from '../../site/site.tsx'
import { useRegions } from '../../members/place.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useLink } from '../../router/link.tsx'
import { AgeField, FictionalField, PlaceFields } from './filter-fields.tsx'
import styles from './filters.module.css'
import { FILTERS, readFilters, type Filters as Values } from './read-filters.ts'

/**
 * A visitor's filters as a plain GET form, so that they work without a script and are in the address. On phones they are collapsed under a summary;
 * on larger screens they are open.
 */
export function Filters({ search }: { search: URLSearchParams }) {
  const t = useT()
  const message = useMessage()
  const { tenant, trafficSource } = useSite()
  const inBands = visitorSearch(tenant, trafficSource) === 'limited'
  const filters = readFilters(search, tenant, inBands)
  const [country, setCountry] = useState(filters.country)
  const unfiltered = useLink('members', {}, searchKeeping(filters.hidesFictional))

  return (
    <details id={FILTERS} className={`${styles.filters} ${styles.openWhenWide}`}>
      <summary className={styles.summary}>
        <Icon name="filter" />
        <span className={styles.words}>
          <span className={styles.title}>{t('members.filters')}</span>
          <FilterSummary filters={filters} />
        </span>
        <Icon name="chevron-down" size="small" className={styles.chevron} />
      </summary>
      <form
        className={`${styles.form} when-complete-wide`}
        method="get"
        action={href('members')}
        role="search"
        aria-label={t('members.filters')}
      >
        {tenant.search_fields.includes('gender') && (
          <SelectField
            label={t('members.gender')}
            name="gender"
            defaultValue={filters.genders.length === 1 ? filters.genders[0] : ''}
            placeholder={t('members.everyone')}
            options={GENDERS.map((gender) => ({ value: gender, label: message(`gender.many.${gender}`) }))}
          />
        )}
        <PlaceFields filters={filters} country={country} onCountry={setCountry} />
        <AgeField filters={filters} step={inBands ? BAND : 1} />
        <FictionalField filters={filters} />
        <div className={styles.actions}>
          <Button type="submit" icon="search">
            {t('members.search')}
          </Button>
          {filters.any && (
            <LinkButton variant="quiet" {...unfiltered}>
              {t('members.clear')}
            </LinkButton>
          )}
        </div>
      </form>
    </details>
  )
}

/** A summary of the filters: Women · Utrecht · 25–40. */
function FilterSummary({ filters }: { filters: Values }) {
  const t = useT()
  const message = useMessage()
  const { translator } = useSite()
  const country = filters.countryregion?.slice(0, 2) ?? filters.country
  const regions = useRegions(filters.countryregion ? country : null)
  const region = regions.data?.regions.find((other) => other.code === filters.countryregion)?.name
  const genders = filters.genders.map((gender) => message(`gender.many.${gender}`)).join(', ')
  const parts = [
    genders || t('members.everyone'),
    region ?? (country ? translator.intl.countryName(country) : null),
    filters.age ? t('members.age_range', { from: filters.minAge, to: filters.maxAge }) : null
  ]
  return (
    <span className={styles.set} suppressHydrationWarning>
      {parts.filter(Boolean).join(' · ')}
    </span>
  )
}
