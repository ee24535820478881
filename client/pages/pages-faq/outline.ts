import type { PublicSettings } from '../../../shared/tenants/public-settings.ts'
import type { FaqKey } from './texts.ts'

export interface FaqQuestion {
  /** The place in the address: `/pages/faq#cost`. */
  id: string
  question: FaqKey
  answer: FaqKey
  /** Pages that say more. */
  routes?: readonly string[]
}

export interface FaqGroup {
  id: string
  title: FaqKey
  questions: readonly FaqQuestion[]
}

type Brand = Pick<PublicSettings, 'fictional_profiles' | 'shares_members' | 'signup_credits'>

/** The questions in their groups, with the answers that are true for this brand. `signups`: anyone may join. */
export function faqOutline(brand: Brand, signups: boolean): FaqGroup[] {
  return [
    {
      id: 'joining',
      title: 'joining.title',
      questions: [
        { id: 'cost', question: 'cost.q', answer: 'cost.a' },
        { id: 'join', question: 'join.q', answer: signups ? 'join.open' : 'join.invited', routes: ['pages-terms'] },
        { id: 'mail', question: 'mail.q', answer: 'mail.a' },
        { id: 'password', question: 'password.q', answer: 'password.a' }
      ]
    },
    {
      id: 'members',
      title: 'members.title',
      questions: [
        { id: 'real', question: 'real.q', answer: brand.fictional_profiles ? 'real.fictional' : 'real.all' },
        { id: 'seen', question: 'seen.q', answer: brand.shares_members ? 'seen.shared' : 'seen.a', routes: ['pages-privacy'] },
        { id: 'place', question: 'place.q', answer: 'place.a' },
        { id: 'photos', question: 'photos.q', answer: 'photos.a' },
        { id: 'match', question: 'match.q', answer: 'match.a' }
      ]
    },
    {
      id: 'messages',
      title: 'messages.title',
      questions: [
        { id: 'write', question: 'write.q', answer: 'write.a' },
        { id: 'answer', question: 'answer.q', answer: 'answer.a' },
        { id: 'kept', question: 'kept.q', answer: 'kept.a' },
        { id: 'alerts', question: 'alerts.q', answer: 'alerts.a' }
      ]
    },
    {
      id: 'credits',
      title: 'credits.title',
      questions: [
        { id: 'prices', question: 'prices.q', answer: brand.signup_credits > 0 ? 'prices.with_gift' : 'prices.a' },
        { id: 'premium', question: 'premium.q', answer: 'premium.a' },
        { id: 'renewal', question: 'renewal.q', answer: 'renewal.a' },
        { id: 'refund', question: 'refund.q', answer: 'refund.a', routes: ['pages-return-policy', 'pages-terms'] }
      ]
    },
    {
      id: 'safety',
      title: 'safety.title',
      questions: [
        { id: 'meeting', question: 'meeting.q', answer: 'meeting.a' },
        { id: 'money', question: 'money.q', answer: 'money.a' },
        { id: 'block', question: 'block.q', answer: 'block.a' },
        { id: 'report', question: 'report.q', answer: 'report.a', routes: ['complaints', 'pages-ban'] }
      ]
    },
    {
      id: 'leaving',
      title: 'leaving.title',
      questions: [
        { id: 'delete', question: 'delete.q', answer: 'delete.a' },
        { id: 'back', question: 'back.q', answer: 'back.a' }
      ]
    }
  ]
}
