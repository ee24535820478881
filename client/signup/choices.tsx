import { ChoiceChip } from '../ui/chip.tsx'
import { FieldGroup } from '../ui/field.tsx'
import { Cluster } from '../ui/layout.tsx'

/** One or several of a few words, as chips. */
export function Choices({
  id,
  name,
  error,
  type,
  label,
  options,
  chosen
}: {
  id: string
  name: string
  error: string | undefined
  type: 'radio' | 'checkbox'
  label: string
  options: readonly { value: string; label: string }[]
  chosen: readonly string[]
}) {
  return (
    <FieldGroup id={id} label={label} error={error}>
      {(invalid) => (
        <Cluster gap={2}>
          {options.map((option) => (
            <ChoiceChip
              key={option.value}
              type={type}
              name={name}
              value={option.value}
              defaultChecked={chosen.includes(option.value)}
              aria-invalid={invalid}
            >
              {option.label}
            </ChoiceChip>
          ))}
        </Cluster>
      )}
    </FieldGroup>
  )
}
