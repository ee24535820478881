import { NOTE_LENGTH } from '../../../shared/tenants/profile-fields.ts'
import { useMessage, useSite, useT } from '../../app/site.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import type { PartProps } from './profile-form.tsx'

/** The texts in the member's own words that this site shows. */
export function Words({ value, change, field }: PartProps) {
  const t = useT()
  const message = useMessage()
  const { tenant } = useSite()
  if (tenant.visible_profile_notes.length === 0) return null
  return (
    <SectionCard title={t('profile-edit.words')} lead={t('profile-edit.words_lead')}>
      {tenant.visible_profile_notes.map((note) => (
        <TextAreaField
          key={note}
          {...field(note)}
          label={message(`profile.${note}`)}
          help={message(`profile-edit.${note}_help`)}
          value={value[note] ?? ''}
          maxLength={NOTE_LENGTH}
          dir="auto"
          onChange={(event) => change({ [note]: event.target.value || null })}
        />
      ))}
    </SectionCard>
  )
}
