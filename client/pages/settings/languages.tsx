import { useState } from 'react'
import { isLocale, LOCALE_NAMES, LOCALES, type Locale } from '../../../shared/i18n/locales.ts'
import { chooseLanguage } from '../../session/choose-language.ts'
import { useSite, useT } from '../../site/site.tsx'
import { useRestored } from '../../site/use-restored.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { chooseCountry } from '../../visitor/choose-country.ts'
import { Section } from './section.tsx'
import styles from './settings.module.css'

/** Any of the eleven languages, and the country to be treated as; both reload the page. */
export function Languages() {
  const t = useT()
  const { tenant, translator } = useSite()
  const [busy, setBusy] = useState(false)
  useRestored(() => setBusy(false))
  const elsewhere = LOCALES.filter((language) => !tenant.visible_languages.includes(language))

  function pickLanguage(language: string): void {
    if (!isLocale(language)) return
    setBusy(true)
    void chooseLanguage(language, true)
  }

  return (
    <Section title={t('settings.languages')} saving={{ isPending: busy, isSuccess: false, error: null }}>
      <div className={styles.pair}>
        <SelectField
          label={t('settings.language')}
          value={tenant.language}
          autoComplete="off"
          onChange={(event) => pickLanguage(event.target.value)}
        >
          <Group label={t('lang-config.here')} languages={tenant.visible_languages} />
          <Group label={t('lang-config.elsewhere')} languages={elsewhere} />
        </SelectField>
        <SelectField
          label={t('lang-config.country')}
          value={tenant.geoip_selected_country ?? ''}
          // Otherwise the browser may restore the previous choice after the reload.
          autoComplete="off"
          options={[
            { value: '', label: t('lang-config.country_none') },
            ...tenant.countries.map((code) => ({ value: code, label: translator.intl.countryName(code) }))
          ]}
          onChange={(event) => {
            setBusy(true)
            chooseCountry(event.target.value)
          }}
        />
      </div>
      <p className={styles.lead}>{t('lang-config.country_help')}</p>
    </Section>
  )
}

function Group({ label, languages }: { label: string; languages: readonly Locale[] }) {
  if (languages.length === 0) return null
  return (
    <optgroup label={label}>
      {languages.map((language) => (
        <option key={language} value={language} lang={language}>
          {LOCALE_NAMES[language]}
        </option>
      ))}
    </optgroup>
  )
}
