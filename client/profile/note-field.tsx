import { NOTE_LENGTH, type ProfileNote } from '../../shared/tenants/profile-fields.ts'
import { useMessage } from '../site/site.tsx'
import type { FieldProps } from '../ui/field.tsx'
import type { ElementProps } from '../ui/props.ts'
import { TextAreaField } from '../ui/text-area-field.tsx'

type Area = Pick<FieldProps, 'id' | 'optional' | 'error'> & Pick<ElementProps<'textarea'>, 'name' | 'value' | 'defaultValue' | 'onChange'>

/** A text of the profile in the member's own words. */
export function NoteField({ note, ...area }: Area & { note: ProfileNote }) {
  const message = useMessage()
  return (
    <TextAreaField {...area} label={message(`profile.${note}`)} help={message(`profile.${note}_help`)} maxLength={NOTE_LENGTH} dir="auto" />
  )
}
