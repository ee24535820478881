import type { Standing } from '../../shared/api/appeals.ts'
import { APPEAL_DAYS } from '../../shared/rules/measures.ts'
import type { Decision } from '../moderation/store.ts'

/** Until when a decision may be appealed against. */
export function appealEnd({ decided_at: decidedAt }: Pick<Decision, 'decided_at'>): Date {
  return new Date(decidedAt.getTime() + APPEAL_DAYS * 24 * 3600 * 1000)
}

/** Decisions made since then can still be appealed. */
export function appealableSince(now: Date): Date {
  return new Date(now.getTime() - APPEAL_DAYS * 24 * 3600 * 1000)
}

/** A decision as its member sees it: everything about it except who decided and who reported, and what becomes of their credits. */
export function presentStanding(decision: Decision, money: Pick<Standing, 'refunded' | 'unused'>): Standing {
  const { reference, measure, rule, reasons, decided_at: decidedAt, until, appealed_at: appealedAt, appeal_due_at: due } = decision
  return {
    reference,
    measure,
    rule,
    reasons,
    decided_at: decidedAt.toISOString(),
    until: until?.toISOString() ?? null,
    appeal_until: appealEnd(decision).toISOString(),
    ...money,
    appeal:
      appealedAt && due
        ? {
            appealed_at: appealedAt.toISOString(),
            due_at: due.toISOString(),
            outcome: decision.appeal_outcome,
            answer: decision.appeal_answer
          }
        : null
  }
}
