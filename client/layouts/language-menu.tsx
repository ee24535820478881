import type { MouseEvent } from 'react'
import { LOCALE_NAMES, type Locale } from '../../shared/i18n/locales.ts'
import { useLanguageHref } from '../router/language-href.ts'
import { chooseLanguage } from '../session/choose-language.ts'
import { useSite, useT } from '../site/site.tsx'
import { Icon } from '../ui/icon.tsx'
import { isPlainClick } from '../ui/is-plain-click.ts'
import { Menu, MenuLink } from '../ui/menu.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import styles from './language-menu.module.css'

/** The languages of the visitor's country; nothing if there is only one. Each links to this page in that language. */
export function LanguageMenu() {
  const t = useT()
  const { tenant, member } = useSite()
  const hrefIn = useLanguageHref()
  if (tenant.visible_languages.length < 2) return null

  function choose(event: MouseEvent<HTMLAnchorElement>, language: Locale) {
    if (!isPlainClick(event)) return
    event.preventDefault()
    void chooseLanguage(language, member)
  }

  return (
    <Menu
      trigger={
        <>
          <Icon name="globe" />
          <VisuallyHidden>{t('language.menu', { language: LOCALE_NAMES[tenant.language] })}</VisuallyHidden>
          <span className={styles.code}>{tenant.language.toUpperCase()}</span>
        </>
      }
    >
      {tenant.visible_languages.map((language) => (
        <MenuLink
          key={language}
          href={hrefIn(language)}
          hrefLang={language}
          lang={language}
          rel="nofollow"
          current={language === tenant.language}
          onClick={(event) => choose(event, language)}
        >
          {LOCALE_NAMES[language]}
        </MenuLink>
      ))}
    </Menu>
  )
}
