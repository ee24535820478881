import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnProfile } from '../../../shared/api/profile.ts'
import { MOST_PROMPTS } from '../../../shared/rules/prompts.ts'
import { CHOICE_FIELDS, PROFILE_NOTES } from '../../../shared/tenants/profile-fields.ts'
import { queryOf } from '../../api/queries.ts'
import { useEdits } from '../../forms/use-edits.ts'
import { useForm } from '../../forms/use-form.ts'
import { useLateErrorToast } from '../../forms/use-late-error-toast.ts'
import type { PartProps } from '../../profile/part-props.ts'
import { Place } from '../../profile/place.tsx'
import { later } from '../../site/later.tsx'
import { useT } from '../../site/site.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Facts } from './facts.tsx'
import { SaveBar } from './save-bar.tsx'
import { NoteFields } from './note-fields.tsx'
import styles from './profile.module.css'

// Last, so that nothing moves when it comes.
const Interests = later(() => import('../../profile/interests.tsx'))
const Prompts = later(() => import('../../profile/prompts.tsx'))

/** Names of the fields in display order. */
const FIELDS = [
  ...PROFILE_NOTES,
  'gender',
  'looking_for',
  'date_of_birth',
  ...CHOICE_FIELDS,
  'country',
  'region',
  'interests',
  'prompts',
  ...Array.from({ length: MOST_PROMPTS }, (_, place) => `prompts.${place}.answer`)
]

/**
 * Everything members say about themselves, saved together. Unsaved changes stay in this tab; only changed fields are sent, so that another tab's
 * changes aren't undone.
 */
export function ProfileForm({ profile }: { profile: OwnProfile }) {
  const t = useT()
  const queryClient = useQueryClient()
  const edits = useEdits('profile', profile)
  const [saved, setSaved] = useState(false)
  const { form, summary, field, busy, clearErrors } = useForm('updateProfile', {
    fields: FIELDS,
    body: () => edits.changed,
    stays: true,
    failed: useLateErrorToast(),
    done(answer, sent) {
      queryClient.setQueryData(queryOf('getProfile').queryKey, answer)
      edits.saved(sent)
      setSaved(true)
    }
  })

  const part: PartProps = {
    value: edits.value,
    change(fields) {
      setSaved(false)
      edits.change(fields)
    },
    field
  }
  return (
    <form {...form} className={styles.form} aria-label={t('profile-edit.heading')}>
      <ErrorSummary {...summary} />
      <NoteFields {...part} />
      <Facts {...part} />
      <Place {...part} />
      <Interests {...part} />
      <Prompts {...part} />
      <SaveBar
        dirty={edits.dirty}
        busy={busy}
        saved={saved}
        onDiscard={() => {
          clearErrors()
          edits.discard()
        }}
      />
    </form>
  )
}
