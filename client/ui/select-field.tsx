import { Field, type FieldProps } from './field.tsx'
import { Select } from './select.tsx'
import type { ElementProps } from './props.ts'

/** One choice from a list. `placeholder` is the empty first choice; children are used instead of `options` where groups are needed. */
export function SelectField({ label, labelHidden, optional, help, error, id, ...select }: FieldProps & ElementProps<typeof Select>) {
  return <Field {...{ label, labelHidden, optional, help, error, id }}>{(control) => <Select {...select} {...control} />}</Field>
}
