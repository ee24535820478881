import { LOCALE_NAMES, LOCALES, type Locale } from '../../../shared/i18n/locales.ts'
import { useMessage, useSite, useT } from '../../site/site.tsx'
import { MemberField } from '../../forms/member-field.tsx'
import { Button } from '../../ui/button.tsx'
import { Tag } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import styles from './lang-config.module.css'

/** All languages, those of this country first, and the choice of the country to be treated as. */
export default function LangConfigPage() {
  const t = useT()
  const message = useMessage()
  const { tenant, translator, form } = useSite()
  const returned = form?.endpoint === 'updateUser' ? form : null
  const language = returned?.values.language?.[0] ?? tenant.language
  const here = tenant.visible_languages
  const elsewhere = LOCALES.filter((language) => !here.includes(language))
  const country = returned?.values.country?.[0] ?? tenant.geoip_selected_country ?? ''
  return (
    <form method="post" className={styles.page}>
      <MemberField />
      <div className={styles.head}>
        <h1>{t('lang-config.heading')}</h1>
        <p className={styles.lead}>{t('lang-config.lead', { site: tenant.name })}</p>
      </div>
      {returned && (
        <Banner tone="danger" role="alert">
          {message(returned.error.message_key, returned.error.params)}
        </Banner>
      )}
      <Group title={t('lang-config.here')} languages={here} chosen={language} />
      <Group title={t('lang-config.elsewhere')} languages={elsewhere} chosen={language} />
      <SelectField
        name="country"
        label={t('lang-config.country')}
        help={t('lang-config.country_help')}
        placeholder={t('lang-config.country_none')}
        defaultValue={country}
        options={tenant.countries.map((code) => ({
          value: code,
          label: translator.intl.countryName(code)
        }))}
      />
      <Button type="submit">{t('lang-config.save')}</Button>
    </form>
  )
}

function Group({ title, languages, chosen }: { title: string; languages: readonly Locale[]; chosen: string }) {
  if (languages.length === 0) return null
  return (
    <fieldset className={styles.group}>
      <legend className={styles.title}>{title}</legend>
      {languages.map((language) => (
        <Choice key={language} language={language} chosen={language === chosen} />
      ))}
    </fieldset>
  )
}

/** A language's name in that language and in the page's. */
function Choice({ language, chosen }: { language: Locale; chosen: boolean }) {
  const t = useT()
  const { tenant, translator } = useSite()
  const current = language === tenant.language
  return (
    <label className={styles.choice}>
      <input type="radio" name="language" value={language} defaultChecked={chosen} className={styles.radio} />
      <span lang={language}>{LOCALE_NAMES[language]}</span>
      <span className={styles.about}>
        <span suppressHydrationWarning>{translator.intl.languageName(language)}</span>
        {current && <Tag tone="brand">{t('lang-config.current')}</Tag>}
      </span>
    </label>
  )
}
