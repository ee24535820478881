import { photoUnlocking } from '../../../shared/rules/photo-access.ts'
import type { PublicSettings } from '../../../shared/tenants/public-settings.ts'
import type { OutlineSection } from '../../documents/outline.tsx'
import type { TermsKey } from './texts.ts'

type Brand = Pick<
  PublicSettings,
  | 'age_assurance'
  | 'direct_debit'
  | 'fictional_profiles'
  | 'gift_credits'
  | 'member_resell'
  | 'message_credits'
  | 'photo_credits'
  | 'sells'
  | 'shares_members'
  | 'signup_credits'
>

/** The sections of the terms in order, with the paragraphs that are true for this brand. */
export function termsOutline(brand: Brand): OutlineSection<TermsKey>[] {
  return [
    { id: 'us', title: 'us.title', paragraphs: ['us.who', 'us.agreement'], routes: ['pages-service'] },
    {
      id: 'joining',
      title: 'joining.title',
      paragraphs: [
        'joining.age',
        ...(brand.age_assurance === 'provider' ? (['joining.proof'] as const) : []),
        'joining.true',
        'joining.account'
      ]
    },
    { id: 'conduct', title: 'conduct.title', paragraphs: ['conduct.respect', 'conduct.forbidden', 'conduct.money'], routes: ['pages-ban'] },
    { id: 'uploads', title: 'content.title', paragraphs: ['content.yours', 'content.photos'] },
    {
      id: 'profiles',
      title: 'profiles.title',
      paragraphs: brand.fictional_profiles
        ? ['profiles.fictional', 'profiles.fictional_limits', 'profiles.unchecked']
        : ['profiles.real', 'profiles.unchecked']
    },
    {
      id: 'cost',
      title: 'cost.title',
      paragraphs: brand.sells
        ? [
            'cost.sells',
            ...pricesOf(brand),
            'cost.premium',
            ...(brand.message_credits > 0 ? (['cost.conversations'] as const) : []),
            ...unlockingOf(brand),
            'cost.discounts',
            ...(brand.direct_debit ? (['cost.debit'] as const) : [])
          ]
        : ['cost.free', 'cost.photos', ...unlockingOf(brand)],
      routes: ['pricing', 'pages-return-policy']
    },
    {
      id: 'privacy',
      title: 'privacy.title',
      paragraphs: [
        'privacy.sensitive',
        ...(brand.shares_members ? (['privacy.shared'] as const) : []),
        ...(brand.member_resell ? (['privacy.other_sites'] as const) : []),
        'privacy.messages'
      ],
      routes: ['pages-privacy', 'pages-cookies']
    },
    {
      id: 'reporting',
      title: 'reporting.title',
      paragraphs: ['reporting.report', 'reporting.measures', 'reporting.objection'],
      routes: ['complaints']
    },
    {
      id: 'leaving',
      title: 'leaving.title',
      paragraphs: ['leaving.delete', 'leaving.unconfirmed', 'leaving.us'],
      routes: ['pages-privacy']
    },
    { id: 'liability', title: 'liability.title', paragraphs: ['liability.service', 'liability.limits'] },
    { id: 'complaints', title: 'complaints.title', paragraphs: ['complaints.first', 'complaints.law'], routes: ['complaints'] },
    { id: 'changes', title: 'changes.title', paragraphs: ['changes.notice'] }
  ]
}

/** The paragraph about things that members send each other, on brands where any of them costs credits. */
function pricesOf(brand: Brand): readonly TermsKey[] {
  if (brand.message_credits > 0) return ['cost.messages']
  return brand.gift_credits > 0 ? ['cost.gifts'] : []
}

const UNLOCKING = { free: 'cost.unlock_free', sold: 'cost.unlock', given: 'cost.unlock_given' } as const

function unlockingOf(brand: Brand): readonly TermsKey[] {
  const way = photoUnlocking(brand)
  return way ? [UNLOCKING[way]] : []
}
