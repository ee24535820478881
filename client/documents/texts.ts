import { ANSWER_DAYS, URGENT_ANSWER_HOURS } from '../../shared/rules/deadlines.ts'
import { TIME_BONUS_SECONDS, WELCOME_DAYS } from '../../shared/rules/discounts.ts'
import { FREE_CONVERSATIONS, RETURN_DAYS } from '../../shared/rules/message-cost.ts'
import { photoLimit } from '../../shared/rules/photo-limit.ts'
import { COPIED_MESSAGES } from '../../shared/rules/reports.ts'
import { KEPT_DAYS, LIMITED_HOURS, SIGNUP_HOURS } from '../../shared/rules/retention.ts'
import { TRANSPARENCY_DAYS } from '../../shared/rules/transparency.ts'
import { PRIVACY_AUTHORITIES } from '../../shared/tenants/privacy-authorities.ts'
import type { Locale } from '../../shared/i18n/locales.ts'
import type { Messages, MessageValues } from '../../shared/i18n/translator.ts'
import { translatorOf, useSite, type Site } from '../site/site.tsx'

/**
 * The texts of one document, one file per language in `locales/<route key>/`. They are loaded only with their page: no one who chats loads the terms.
 * `loadTexts` is called before the page renders, `useTexts` returns its texts with this brand's values and the caller's filled in.
 * @param files the loaders of `import.meta.glob`, by path
 */
export function documentTexts<Key extends string>(files: Record<string, () => Promise<{ default: Messages }>>) {
  const loaded = new Map<Locale, Messages>()
  return {
    loadTexts: async (language: Locale): Promise<void> => {
      if (loaded.has(language)) return
      const [, load] = Object.entries(files).find(([path]) => path.endsWith(`/${language}.json`))!
      loaded.set(language, (await load()).default)
    },
    useTexts: (): ((key: Key, more?: MessageValues) => string) => {
      const site = useSite()
      const { language } = site.tenant
      const messages = loaded.get(language)
      if (!messages) throw new Error(`The texts of this page are not loaded in "${language}"`)
      const { t } = translatorOf(site.tenant, messages)
      const values = brandValues(site)
      return (key, more) => t(key, typeof messages[key] === 'string' ? undefined : { ...values, ...more })
    }
  }
}

/** The values of the brand that a document may use. */
function brandValues({ tenant, translator }: Site): MessageValues {
  const { company } = tenant
  return {
    site: tenant.name,
    company: company.name,
    country: translator.intl.countryName(company.country),
    email: tenant.support_email,
    sender: tenant.mail_name,
    age: tenant.min_age,
    months: tenant.chat_history_months,
    refund_days: tenant.refund_days,
    free_conversations: FREE_CONVERSATIONS,
    message_credits: tenant.message_credits,
    gift_credits: tenant.gift_credits,
    photo_credits: tenant.photo_credits,
    signup_credits: tenant.signup_credits,
    photos: photoLimit({ paid: false }),
    premium: photoLimit({ paid: true }),
    answer_days_complaint: ANSWER_DAYS,
    urgent_hours: URGENT_ANSWER_HOURS,
    return_days: RETURN_DAYS,
    copied_messages: COPIED_MESSAGES,
    days: TRANSPARENCY_DAYS,
    time_bonus_hours: TIME_BONUS_SECONDS / 3600,
    welcome_days: WELCOME_DAYS,
    authority: PRIVACY_AUTHORITIES[company.country]?.name ?? '',
    reactivation_days: KEPT_DAYS.reactivation,
    backup_days: KEPT_DAYS.backup,
    deletion_days: KEPT_DAYS.deletion,
    unconfirmed_days: KEPT_DAYS.unconfirmed,
    session_days: KEPT_DAYS.session,
    mail_days: KEPT_DAYS.mail,
    mandate_days: KEPT_DAYS.mandate,
    link_days: KEPT_DAYS.link + KEPT_DAYS.ended_link,
    complaint_days: KEPT_DAYS.complaint,
    report_days: KEPT_DAYS.report,
    moderation_days: KEPT_DAYS.moderation,
    ban_days: KEPT_DAYS.ban,
    visit_days: KEPT_DAYS.visit,
    campaign_days: KEPT_DAYS.campaign,
    event_days: KEPT_DAYS.event,
    answer_days: KEPT_DAYS.answer,
    cookie_days: KEPT_DAYS.cookie,
    limited_hours: LIMITED_HOURS,
    signup_hours: SIGNUP_HOURS
  }
}
