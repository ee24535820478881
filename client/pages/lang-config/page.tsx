import { LOCALE_NAMES, LOCALES, type Locale } from '../../../shared/i18n/locales.ts'
import { useSite, useT } from '../../app/site.tsx'
import { Button } from '../../ui/button.tsx'
import { Tag } from '../../ui/badge.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import styles from './lang-config.module.css'

/** Every language there is, those of this country first, and the country one wants to be treated as (O-3, O-17, O-131). */
export default function LangConfigPage() {
  const t = useT()
  const { tenant, translator } = useSite()
  const here = tenant.visible_languages
  const elsewhere = LOCALES.filter((language) => !here.includes(language))
  const country = tenant.geoip_country ?? ''
  return (
    <form method="post" className={styles.page}>
      <div className={styles.head}>
        <h1>{t('lang-config.heading')}</h1>
        <p className={styles.lead}>{t('lang-config.lead', { name: tenant.name })}</p>
      </div>
      <Group title={t('lang-config.here')} languages={here} />
      <Group title={t('lang-config.elsewhere')} languages={elsewhere} />
      <SelectField
        name="country"
        label={t('lang-config.country')}
        help={t('lang-config.country_help')}
        placeholder={t('lang-config.country_none')}
        defaultValue={tenant.countries.includes(country) ? country : ''}
        options={tenant.countries.map((code) => ({
          value: code,
          label: translator.intl.formatDisplayName(code, { type: 'region' }) ?? code
        }))}
      />
      <Button type="submit">{t('lang-config.save')}</Button>
    </form>
  )
}

function Group({ title, languages }: { title: string; languages: readonly Locale[] }) {
  if (languages.length === 0) return null
  return (
    <fieldset className={styles.group}>
      <legend className={styles.title}>{title}</legend>
      {languages.map((language) => (
        <Choice key={language} language={language} />
      ))}
    </fieldset>
  )
}

/** A language in its own words and in those of the page. */
function Choice({ language }: { language: Locale }) {
  const t = useT()
  const { tenant, translator } = useSite()
  const current = language === tenant.language
  return (
    <label className={styles.choice}>
      <input type="radio" name="language" value={language} defaultChecked={current} className={styles.radio} />
      <span lang={language}>{LOCALE_NAMES[language]}</span>
      <span className={styles.about}>
        <span suppressHydrationWarning>{translator.intl.formatDisplayName(language, { type: 'language' })}</span>
        {current && <Tag tone="brand">{t('lang-config.current')}</Tag>}
      </span>
    </label>
  )
}
