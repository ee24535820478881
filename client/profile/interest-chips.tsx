import { useMessage } from '../site/site.tsx'
import { InterestIcon } from '../members/interest-icon.tsx'
import { ChoiceChip } from '../ui/chip.tsx'
import { Cluster } from '../ui/layout.tsx'
import type { ElementProps } from '../ui/props.ts'

/** Interests to choose from; `input` returns the props of each one's checkbox. */
export function InterestChips<Interest extends string>({
  interests,
  input
}: {
  interests: readonly Interest[]
  input: (interest: Interest) => Omit<ElementProps<'input'>, 'type' | 'children'>
}) {
  const message = useMessage()
  return (
    <Cluster gap={2}>
      {interests.map((interest) => (
        <ChoiceChip key={interest} {...input(interest)} icon={<InterestIcon interest={interest} />}>
          {message(`interest.${interest}`)}
        </ChoiceChip>
      ))}
    </Cluster>
  )
}
