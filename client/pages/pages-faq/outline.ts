import { offersGifts } from '../../../shared/rules/gifts.ts'
import { photoUnlocking } from '../../../shared/rules/photo-access.ts'
import type { PublicSettings } from '../../../shared/tenants/public-settings.ts'
import type { FaqKey } from './texts.ts'

export interface FaqQuestion {
  /** The fragment of the address: `/pages/faq#cost`. */
  id: string
  question: FaqKey
  /** One key per paragraph. */
  answers: readonly FaqKey[]
  /** Pages with more details. */
  routes?: readonly string[]
}

export interface FaqGroup {
  id: string
  title: FaqKey
  questions: readonly FaqQuestion[]
}

type Brand = Pick<
  PublicSettings,
  | 'age_assurance'
  | 'direct_debit'
  | 'fictional_profiles'
  | 'gift_credits'
  | 'message_credits'
  | 'photo_credits'
  | 'sells'
  | 'shares_members'
  | 'signup_credits'
  | 'visible_profile_fields'
>

const UNLOCKING = { free: 'photos.unlock_free', sold: 'photos.unlock', given: 'photos.unlock_given' } as const

function photos(brand: Brand): FaqKey[] {
  const way = photoUnlocking(brand)
  return [brand.sells ? 'photos.sells' : 'photos.a', ...(way ? [UNLOCKING[way]] : [])]
}

const JOINING = { open: 'join.open', link: 'join.invited', closed: 'join.closed' } as const

/** The questions in their groups, with the answers that are true for this brand. `way`: how visitors become members. */
export function faqOutline(brand: Brand, way: keyof typeof JOINING): FaqGroup[] {
  const birthday = brand.visible_profile_fields.includes('date_of_birth')
  // Whether free members begin a limited number of conversations.
  const limited = brand.sells && brand.message_credits > 0
  return [
    {
      id: 'joining',
      title: 'joining.title',
      questions: [
        { id: 'cost', question: 'cost.q', answers: [brand.sells ? 'cost.sells' : 'cost.a'], routes: ['pricing'] },
        ...(brand.sells
          ? ([
              {
                id: 'premium',
                question: 'premium.q',
                answers: ['premium.a', 'premium.brings', ...(brand.message_credits > 0 ? (['premium.conversations'] as const) : [])]
              },
              { id: 'discounts', question: 'discounts.q', answers: ['discounts.new', 'discounts.rule'] }
            ] as const)
          : []),
        ...(brand.direct_debit ? ([{ id: 'direct-debit', question: 'debit.q', answers: ['debit.sign', 'debit.end'] }] as const) : []),
        {
          id: 'join',
          question: 'join.q',
          answers: [JOINING[way], ...(brand.age_assurance === 'provider' ? (['join.proof'] as const) : [])],
          routes: ['pages-terms']
        },
        { id: 'mail', question: 'mail.q', answers: ['mail.a'] },
        { id: 'password', question: 'password.q', answers: ['password.a'] }
      ]
    },
    {
      id: 'members',
      title: 'members.title',
      questions: [
        { id: 'real', question: 'real.q', answers: [brand.fictional_profiles ? 'real.fictional' : 'real.all'] },
        {
          id: 'seen',
          question: 'seen.q',
          answers: [
            brand.shares_members ? 'seen.shared' : 'seen.members',
            'seen.blocked',
            birthday ? 'seen.birthday_shown' : 'seen.birthday_hidden'
          ],
          routes: ['pages-privacy']
        },
        { id: 'place', question: 'place.q', answers: ['place.a'] },
        { id: 'photos', question: 'photos.q', answers: photos(brand) },
        { id: 'match', question: 'match.q', answers: ['match.a'] }
      ]
    },
    {
      id: 'messages',
      title: 'messages.title',
      questions: [
        ...(limited ? ([{ id: 'price', question: 'price.q', answers: ['price.a', 'price.back'], routes: ['pricing'] }] as const) : []),
        ...(offersGifts(brand)
          ? ([
              {
                id: 'gifts',
                question: 'gifts.q',
                answers: [brand.gift_credits > 0 ? 'gifts.a' : 'gifts.free', ...(limited ? (['gifts.opens'] as const) : [])]
              }
            ] as const)
          : []),
        { id: 'answer', question: 'answer.q', answers: ['answer.a'] },
        { id: 'kept', question: 'kept.q', answers: ['kept.a'], routes: ['pages-privacy'] },
        { id: 'alerts', question: 'alerts.q', answers: ['alerts.a'] }
      ]
    },
    {
      id: 'safety',
      title: 'safety.title',
      questions: [
        { id: 'meeting', question: 'meeting.q', answers: ['meeting.a'] },
        { id: 'money', question: 'money.q', answers: ['money.a'] },
        { id: 'block', question: 'block.q', answers: ['block.a'] },
        { id: 'report', question: 'report.q', answers: ['report.a'], routes: ['complaints', 'pages-ban'] }
      ]
    },
    {
      id: 'leaving',
      title: 'leaving.title',
      questions: [
        { id: 'delete', question: 'delete.q', answers: ['delete.a'] },
        { id: 'back', question: 'back.q', answers: ['back.a'], routes: ['pages-privacy'] }
      ]
    }
  ]
}
