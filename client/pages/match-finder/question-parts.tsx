import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { GENDERS } from '../../../shared/rules/genders.ts'
import { MOST_INTERESTS } from '../../../shared/rules/interests.ts'
import { HIGHEST_SEARCHED_AGE } from '../../../shared/rules/searched-ages.ts'
import { INTERESTS } from '../../../shared/tenants/interests.ts'
import { PROFILE_VALUES } from '../../../shared/tenants/profile-fields.ts'
import { queryOf } from '../../api/queries.ts'
import { useRegions } from '../../members/place.tsx'
import { InterestPicker } from '../../profile/interest-picker.tsx'
import { useMessage, useSite, useT } from '../../site/site.tsx'
import { ChoiceChip } from '../../ui/chip.tsx'
import { FieldGroup } from '../../ui/field.tsx'
import { Cluster } from '../../ui/layout.tsx'
import { RangePair } from '../../ui/range-pair.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import styles from './match-finder.module.css'

export interface PartProps {
  /** `id`, `name` and `error` of a field. */
  field: (name: string) => { id: string; name: string; error: string | undefined }
  /** Earlier answers. */
  typed: (name: string) => readonly string[]
}

/** Whom to meet: genders, and from what age to what age. */
export function Who({ field, typed }: PartProps) {
  const t = useT()
  const message = useMessage()
  const { tenant } = useSite()
  return (
    <>
      <FieldGroup {...field('genders')} label={t('form.looking_for')} labelHidden help={t('match-finder.any')}>
        {() => (
          <Cluster gap={2}>
            {GENDERS.map((gender) => (
              <ChoiceChip key={gender} name="genders" value={gender} defaultChecked={typed('genders').includes(gender)}>
                {message(`gender.many.${gender}`)}
              </ChoiceChip>
            ))}
          </Cluster>
        )}
      </FieldGroup>
      <RangePair
        {...field('min_age')}
        label={t('match-finder.age')}
        from={{ name: 'min_age', label: t('match-finder.age_from'), defaultValue: Number(typed('min_age')[0]) }}
        to={{ name: 'max_age', label: t('match-finder.age_to'), defaultValue: Number(typed('max_age')[0]) }}
        min={tenant.min_age}
        max={HIGHEST_SEARCHED_AGE}
      />
    </>
  )
}

/** The country, and the region if it matters. */
export function Where({ field, typed }: PartProps) {
  const t = useT()
  const { tenant, translator } = useSite()
  const [before] = typed('country')
  const [country, setCountry] = useState(before ?? '')
  const [region = ''] = typed('region')
  const regions = useRegions(country || null)
  const countries = [...new Set([...tenant.countries, ...(before ? [before] : [])])]
  return (
    <div className={styles.pair}>
      <SelectField
        {...field('country')}
        label={t('form.country')}
        value={country}
        placeholder={t('match-finder.anywhere')}
        options={countries.map((code) => ({ value: code, label: translator.intl.countryName(code) }))}
        onChange={(event) => setCountry(event.target.value)}
      />
      <SelectField
        key={`${country} ${regions.isSuccess}`}
        {...field('region')}
        label={t('form.region')}
        defaultValue={region.startsWith(`${country}-`) ? region : ''}
        disabled={!regions.data}
        placeholder={t('match-finder.any_region')}
        options={regions.data?.regions.map(({ code, name }) => ({ value: code, label: name })) ?? []}
      />
      {/* A list that hasn't loaded, or never will without a script, must not drop earlier answers. */}
      {!regions.data && country !== '' && region.startsWith(`${country}-`) && <input type="hidden" name="region" value={region} />}
    </div>
  )
}

/** Interests to share. */
export function What({ field, typed }: PartProps) {
  const t = useT()
  const { data } = useQuery(queryOf('listInterests'))
  // While the list isn't loaded, earlier answers still count.
  const [chosen, setChosen] = useState<readonly string[]>(typed('interests'))
  const offered = data?.interests ?? INTERESTS.filter((interest) => chosen.includes(interest))
  return (
    <FieldGroup
      {...field('interests')}
      label={t('match-finder.interests')}
      labelHidden
      help={t('match-finder.interests_help', { count: MOST_INTERESTS })}
    >
      {(invalid) => (
        <InterestPicker offered={offered} chosen={chosen} onChange={setChosen} names={{ interests: 'interests' }} invalid={invalid} />
      )}
    </FieldGroup>
  )
}

/** The reasons why members are here. */
export function Why({ field, typed }: PartProps) {
  const t = useT()
  const message = useMessage()
  return (
    <FieldGroup {...field('reasons')} label={t('match-finder.why')} labelHidden help={t('match-finder.any')}>
      {() => (
        <Cluster gap={2}>
          {PROFILE_VALUES.reason.map((reason) => (
            <ChoiceChip key={reason} name="reasons" value={reason} defaultChecked={typed('reasons').includes(reason)}>
              {message(`value.reason.${reason}`)}
            </ChoiceChip>
          ))}
        </Cluster>
      )}
    </FieldGroup>
  )
}
