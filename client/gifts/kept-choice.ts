import { isGift, type Gift } from '../../shared/rules/gifts.ts'
import { DRAFT_PREFIX } from '../session/device-keys.ts'
import { keepInTab, readTab } from '../session/tab-storage.ts'

/** A gift that was chosen but not sent yet. */
export interface Choice {
  gift: Gift | null
  note: string
}

export const NO_CHOICE: Choice = { gift: null, note: '' }

const keyOf = (user: string, member: string) => `${DRAFT_PREFIX}gift:${user}:${member}`

/** The choice for a member that this tab has kept: it survives buying credits, or a visit elsewhere. */
export function keptChoice(user: string, member: string): Choice {
  const kept = readTab(keyOf(user, member)) as Partial<Choice> | null
  const gift = typeof kept?.gift === 'string' && isGift(kept.gift) ? kept.gift : null
  return { gift, note: typeof kept?.note === 'string' ? kept.note : '' }
}

/** Keeps the choice, or forgets it when there is none. */
export function keepChoice(user: string, member: string, choice: Choice): void {
  keepInTab(keyOf(user, member), choice.gift || choice.note ? choice : null)
}
