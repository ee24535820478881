import { useState } from 'react'
import { useSite, useT } from '../site/site.tsx'
import { useLocation } from '../location/use-location.ts'
import { useRegions } from '../members/place.tsx'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { SectionCard } from '../ui/section-card.tsx'
import type { PartProps } from './part-props.ts'
import styles from './place.module.css'

/** Country and region, by hand or with "use my location". */
export function Place({ value, change, field, aside }: PartProps) {
  const t = useT()
  const { tenant, translator } = useSite()
  const regions = useRegions(value.country)
  const countries = [...new Set([...tenant.countries, value.country])]
  return (
    <SectionCard title={t('profile-edit.place')} lead={t('profile-edit.place_lead')} aside={aside}>
      <div className={styles.pair}>
        <SelectField
          {...field('country')}
          label={t('form.country')}
          value={value.country}
          options={countries.map((code) => ({ value: code, label: translator.intl.countryName(code) }))}
          onChange={(event) => change({ country: event.target.value, region: null })}
        />
        <SelectField
          {...field('region')}
          label={t('form.region')}
          value={value.region ?? ''}
          placeholder={t('profile-edit.untold')}
          options={regions.data?.regions.map(({ code, name }) => ({ value: code, label: name })) ?? []}
          onChange={(event) => change({ region: event.target.value || null })}
        />
      </div>
      <Here countries={countries} change={change} />
    </SectionCard>
  )
}

/** Fills in the region around here. If it can't be determined, says why and what to do. */
function Here({ countries, change }: Pick<PartProps, 'change'> & { countries: readonly string[] }) {
  const t = useT()
  const { permission, busy, problem, locate } = useLocation()
  const [note, setNote] = useState('')

  async function press() {
    setNote('')
    const place = await locate()
    if (place === undefined) return
    if (place === null || !countries.includes(place.country)) return setNote(t('profile-edit.located_nowhere'))
    change({ country: place.country, region: place.region })
    setNote(t('profile-edit.located', { region: place.region_name }))
  }

  if (permission === 'unsupported') return <p className={styles.help}>{t('profile-edit.location_unsupported')}</p>
  const denied = problem === 'denied' || permission === 'denied'
  return (
    <div className={styles.here}>
      <Button
        variant="secondary"
        icon="pin"
        data-permission={permission}
        busy={busy}
        busyLabel={t('form.sending')}
        onClick={() => void press()}
      >
        {t('profile-edit.locate')}
      </Button>
      <p className={styles.help} role="status">
        {denied
          ? t('profile-edit.location_denied')
          : problem === 'failed'
            ? t('profile-edit.location_failed')
            : note || t('profile-edit.locate_help')}
      </p>
    </div>
  )
}
