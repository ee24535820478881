import { offersGifts } from '../../../shared/rules/gifts.ts'
import type { PublicSettings } from '../../../shared/tenants/public-settings.ts'
import type { OutlineSection } from '../../documents/outline.tsx'
import type { PrivacyKey } from './texts.ts'

type Brand = Pick<
  PublicSettings,
  | 'age_assurance'
  | 'auto_like'
  | 'direct_debit'
  | 'fictional_profiles'
  | 'gift_credits'
  | 'member_resell'
  | 'sells'
  | 'shares_members'
  | 'visible_profile_fields'
>

/** The sections in order, with the paragraphs that are true for this brand. `authority`: the company's supervisory authority is known. */
export function privacyOutline(brand: Brand, authority: boolean): OutlineSection<PrivacyKey>[] {
  const birthday = brand.visible_profile_fields.includes('date_of_birth')
  return [
    { id: 'who', title: 'who.title', paragraphs: ['who.company', 'who.others'], routes: ['pages-service'] },
    {
      id: 'stored',
      title: 'stored.title',
      paragraphs: [
        'stored.account',
        'stored.profile',
        'stored.search',
        'stored.photos',
        'stored.contacts',
        'stored.swipe',
        'stored.visits',
        ...(offersGifts(brand) || brand.shares_members ? (['stored.gifts'] as const) : []),
        ...(brand.auto_like === 'consented' ? (['stored.greetings'] as const) : []),
        'stored.finder',
        'stored.credits',
        ...(brand.sells ? (['stored.orders'] as const) : []),
        ...(brand.direct_debit ? (['stored.debit'] as const) : []),
        ...(brand.sells ? (['stored.limits', 'stored.discounts'] as const) : []),
        'stored.sessions',
        'stored.mails',
        'stored.push',
        'stored.complaints',
        'stored.reports',
        'stored.consents',
        'stored.campaign',
        ...(brand.age_assurance === 'provider' ? (['stored.age'] as const) : []),
        'stored.place'
      ]
    },
    {
      id: 'grounds',
      title: 'grounds.title',
      paragraphs: ['grounds.contract', 'grounds.consent', 'grounds.interest', 'grounds.law', 'grounds.automated']
    },
    {
      id: 'sharing',
      title: 'sharing.title',
      paragraphs: [
        'sharing.members',
        'sharing.signs',
        ...(brand.fictional_profiles ? (['sharing.fictional'] as const) : []),
        birthday ? 'sharing.birthday_shown' : 'sharing.birthday_hidden',
        ...(brand.shares_members ? (['sharing.shared'] as const) : []),
        ...(brand.member_resell ? (['sharing.other_sites'] as const) : []),
        'sharing.providers',
        ...(brand.sells ? (['sharing.payments'] as const) : []),
        ...(brand.direct_debit ? (['sharing.debit'] as const) : []),
        'sharing.authorities'
      ]
    },
    {
      id: 'kept',
      title: 'kept.title',
      paragraphs: [
        'kept.account',
        'kept.unconfirmed',
        'kept.backups',
        'kept.messages',
        'kept.sessions',
        'kept.mails',
        'kept.complaints',
        'kept.reports',
        'kept.moderation',
        'kept.bans',
        'kept.campaign',
        'kept.traces'
      ]
    },
    {
      id: 'rights',
      title: 'rights.title',
      paragraphs: [
        'rights.see',
        ...(brand.sells ? (['rights.see_buying'] as const) : []),
        'rights.change',
        'rights.withdraw',
        'rights.more',
        'rights.authority',
        ...(authority ? (['rights.authority_ours'] as const) : [])
      ],
      routes: ['complaints']
    },
    { id: 'device', title: 'device.title', paragraphs: ['device.lead'], routes: ['pages-cookies'] },
    { id: 'changes', title: 'changes.title', paragraphs: ['changes.notice'], routes: ['pages-terms'] }
  ]
}
