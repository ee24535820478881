import { useSite, useT } from '../../site/site.tsx'
import { NoteField } from '../../profile/note-field.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import type { PartProps } from '../../profile/part-props.ts'

/** The texts by the member that this site shows. */
export function NoteFields({ value, change, field }: PartProps) {
  const t = useT()
  const { tenant } = useSite()
  if (tenant.visible_profile_notes.length === 0) return null
  return (
    <SectionCard title={t('profile-edit.words')} lead={t('profile-edit.words_lead')}>
      {tenant.visible_profile_notes.map((note) => (
        <NoteField
          key={note}
          {...field(note)}
          note={note}
          value={value[note] ?? ''}
          onChange={(event) => change({ [note]: event.target.value || null })}
        />
      ))}
    </SectionCard>
  )
}
