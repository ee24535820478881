import { HIGHEST_SEARCHED_AGE } from '../../../shared/rules/searched-ages.ts'
import { choosesCountry, regionsChosenOf } from '../../../shared/routes/search-query.ts'
import { useSite, useT } from '../../site/site.tsx'
import { useRegions } from '../../members/place.tsx'
import { ChoiceChip } from '../../ui/chip.tsx'
import { Cluster } from '../../ui/layout.tsx'
import { RangePair } from '../../ui/range-pair.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import type { Filters } from './read-filters.ts'

/** Country and region, as far as the brand's search has them; the regions are those of the country, loaded once they can be seen. */
export function PlaceFields({
  filters,
  country,
  seen = true,
  onCountry
}: {
  filters: Filters
  country: string | null
  seen?: boolean
  onCountry: (country: string | null) => void
}) {
  const t = useT()
  const { tenant, translator } = useSite()
  const hasRegion = tenant.search_fields.includes('countryregion')
  const regionsOf = regionsChosenOf(country, tenant)
  const regions = useRegions(seen ? regionsOf : null)
  return (
    <>
      {choosesCountry(tenant, tenant.shares_members) && (
        <SelectField
          label={t('members.country')}
          name="country"
          value={country ?? ''}
          placeholder={t('members.any_country')}
          data-needs-app={hasRegion ? '' : undefined}
          options={tenant.countries.map((code) => ({
            value: code,
            label: translator.intl.countryName(code)
          }))}
          onChange={(event) => onCountry(event.target.value || null)}
        />
      )}
      {hasRegion && (
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
      {/* A list that hasn't loaded, or never will without a script, must not drop the current value. */}
      {hasRegion && !regions.data && filters.countryregion?.slice(0, 2) === regionsOf && (
        <input type="hidden" name="countryregion" value={filters.countryregion} />
      )}
    </>
  )
}

/** The ages from–to, if the brand's search has them, in steps of so many years. */
export function AgeField({ filters, step }: { filters: Filters; step?: number }) {
  const t = useT()
  const { tenant } = useSite()
  if (!tenant.search_fields.includes('age')) return null
  return (
    <RangePair
      label={t('members.age')}
      from={{ name: 'min_age', label: t('members.age_from'), defaultValue: filters.minAge }}
      to={{ name: 'max_age', label: t('members.age_to'), defaultValue: filters.maxAge }}
      min={tenant.min_age}
      max={HIGHEST_SEARCHED_AGE}
      step={step}
    />
  )
}

/** Whether to leave out the profiles made by the company, on brands that have some. */
export function FictionalField({ filters }: { filters: Filters }) {
  const t = useT()
  if (!useSite().tenant.fictional_profiles) return null
  return (
    <Cluster>
      <ChoiceChip name="fictional" value="hide" defaultChecked={filters.hidesFictional}>
        {t('members.hide_fictional')}
      </ChoiceChip>
    </Cluster>
  )
}
