import { type FormEvent, useState } from 'react'
import { GENDERS } from '../../../shared/rules/genders.ts'
import { href } from '../../../shared/routes/match.ts'
import { choosesCountry, regionsChosenOf } from '../../../shared/routes/search-query.ts'
import { useMessage, useSite, useT } from '../../site/site.tsx'
import { useRegions } from '../../members/place.tsx'
import { useRouter } from '../../router/context.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { RangePair } from '../../ui/range-pair.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useLink } from '../../router/link.tsx'
import styles from './filters.module.css'
import { readFilters, searchOf, type Filters as Values } from './read-filters.ts'

/**
 * The filters as a plain GET form, so that they work without a script and are in the address. On phones they are collapsed under a summary of what is
 * set; on larger screens they are open.
 */
export function Filters({ search }: { search: URLSearchParams }) {
  const t = useT()
  const message = useMessage()
  const { tenant, member, translator } = useSite()
  const { navigate, pending } = useRouter()
  const filters = readFilters(search, tenant)
  const [country, setCountry] = useState(filters.country)
  const has = (field: (typeof tenant.search_fields)[number]) => tenant.search_fields.includes(field)
  const regionsOf = regionsChosenOf(country, tenant)
  const regions = useRegions(regionsOf)
  const everybody = useLink('members')

  function submit(event: FormEvent<HTMLFormElement>) {
    // A visitor's browser loads the document by itself.
    if (!member) return
    event.preventDefault()
    const chosen = new FormData(event.currentTarget)
    navigate(href('members', {}, searchOf(chosen, tenant)))
  }

  return (
    <details className={styles.filters}>
      <summary className={styles.summary}>
        <Icon name="filter" />
        <span className={styles.words}>
          <span className={styles.title}>{t('members.filters')}</span>
          <Set filters={filters} />
        </span>
        <Icon name="chevron-down" size="small" className={styles.chevron} />
      </summary>
      <form className={styles.form} method="get" action={href('members')} role="search" aria-label={t('members.filters')} onSubmit={submit}>
        {has('gender') && (
          <SelectField
            label={t('members.gender')}
            name="gender"
            defaultValue={filters.gender ?? ''}
            placeholder={t('members.everyone')}
            options={GENDERS.map((gender) => ({ value: gender, label: message(`gender.many.${gender}`) }))}
          />
        )}
        {choosesCountry(tenant) && (
          <SelectField
            label={t('members.country')}
            name="country"
            value={country ?? ''}
            placeholder={t('members.any_country')}
            data-needs-app={has('countryregion') ? '' : undefined}
            options={tenant.countries.map((code) => ({
              value: code,
              label: translator.intl.formatDisplayName(code, { type: 'region' }) ?? code
            }))}
            onChange={(event) => setCountry(event.target.value || null)}
          />
        )}
        {has('countryregion') && (
          <SelectField
            key={`${regionsOf} ${regions.isSuccess}`}
            label={t('members.region')}
            name="countryregion"
            defaultValue={filters.countryregion ?? ''}
            disabled={!regions.data}
            placeholder={regionsOf ? t('members.any_region') : t('members.country_first')}
            options={regions.data?.regions.map((region) => ({ value: region.code, label: region.name })) ?? []}
          />
        )}
        {/* A list that hasn't loaded, or never does without a script, must not drop what is set. */}
        {has('countryregion') && !regions.data && filters.countryregion?.slice(0, 2) === regionsOf && (
          <input type="hidden" name="countryregion" value={filters.countryregion} />
        )}
        {has('age') && (
          <RangePair
            label={t('members.age')}
            from={{ name: 'min_age', label: t('members.age_from'), defaultValue: filters.minAge }}
            to={{ name: 'max_age', label: t('members.age_to'), defaultValue: filters.maxAge }}
            min={tenant.min_age}
            max={99}
          />
        )}
        <div className={styles.actions}>
          <Button type="submit" icon="search" busy={pending} busyLabel={t('members.searching')}>
            {t('members.search')}
          </Button>
          {filters.any && (
            <LinkButton variant="quiet" {...everybody}>
              {t('members.clear')}
            </LinkButton>
          )}
        </div>
      </form>
    </details>
  )
}

/** A summary of what is set: Women · Utrecht · 25–40. */
function Set({ filters }: { filters: Values }) {
  const t = useT()
  const message = useMessage()
  const { translator } = useSite()
  const country = filters.countryregion?.slice(0, 2) ?? filters.country
  const regions = useRegions(filters.countryregion ? country : null)
  const region = regions.data?.regions.find((other) => other.code === filters.countryregion)?.name
  const parts = [
    filters.gender ? message(`gender.many.${filters.gender}`) : t('members.everyone'),
    region ?? (country ? (translator.intl.formatDisplayName(country, { type: 'region' }) ?? country) : null),
    filters.age ? t('members.age_range', { from: filters.minAge, to: filters.maxAge }) : null
  ]
  return (
    <span className={styles.set} suppressHydrationWarning>
      {parts.filter(Boolean).join(' · ')}
    </span>
  )
}
