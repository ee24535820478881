import { useState } from 'react'
import { useUser } from '../session/use-user.ts'
import { ChooseGift } from './choose-gift.tsx'
import type { GiftDialogProps } from './gift-props.ts'
import { GiftSent } from './gift-sent.tsx'
import { keepChoice, keptChoice, NO_CHOICE, type Choice } from './kept-choice.ts'
import { useGiving, type Written } from './use-giving.ts'

/** A gift, a few words, the price; then what becomes of it. With too few credits it links to buying more, and keeps the choice. */
export default function GiftDialog({ member, onSent, onClose }: GiftDialogProps) {
  const user = useUser()
  const [choice, setChoice] = useState(() => (user ? keptChoice(user.id, member.id) : NO_CHOICE))
  const keep = (kept: Choice) => user && keepChoice(user.id, member.id, kept)
  const { state, refusal, give, retry } = useGiving(member, () => keep(choice))
  const { gift } = choice
  if (gift && state !== 'choosing') return <GiftSent member={member} gift={gift} state={state} onRetry={retry} onClose={onClose} />

  function change(changed: Choice): void {
    setChoice(changed)
    keep(changed)
  }

  function handleGive(written: Written): void {
    give?.(written)
    // The outbox has it now.
    keep(NO_CHOICE)
    if (!onSent) return
    onClose()
    onSent()
  }

  return <ChooseGift member={member} choice={choice} onChoose={change} refusal={refusal} onGive={give && handleGive} onClose={onClose} />
}
