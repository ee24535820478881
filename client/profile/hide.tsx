import type { HideableField } from '../../shared/tenants/profile-fields.ts'
import { useT } from '../site/site.tsx'
import { IconButton } from '../ui/button.tsx'
import type { PartProps } from './part-props.ts'

/** Hides a filled-in field from others. */
export function Hide({ field, label, value, change }: Pick<PartProps, 'value' | 'change'> & { field: HideableField; label: string }) {
  const t = useT()
  const hidden = value.hidden_fields.includes(field)
  const others = value.hidden_fields.filter((name) => name !== field)
  return (
    <IconButton
      icon={hidden ? 'eye-off' : 'eye'}
      label={t('profile-edit.hide', { field: label })}
      aria-pressed={hidden}
      onClick={() => change({ hidden_fields: hidden ? others : [...others, field] })}
    />
  )
}
