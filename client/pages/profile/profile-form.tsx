import { type FormEvent, useId, useState } from 'react'
import type { OwnProfile } from '../../../shared/api/profile.ts'
import { CHOICE_FIELDS, PROFILE_NOTES } from '../../../shared/tenants/profile-fields.ts'
import { asApiError } from '../../api/api-error.ts'
import { formErrors, NO_ERRORS, refusal } from '../../forms/form-errors.ts'
import { useSite, useT } from '../../site/site.tsx'
import { useEdits } from '../../forms/use-edits.ts'
import { useSaveProfile } from '../../profile/use-own-profile.ts'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Facts } from './facts.tsx'
import { Interests } from '../../profile/interests.tsx'
import type { PartProps } from '../../profile/part-props.ts'
import { Place } from '../../profile/place.tsx'
import { SaveBar } from './save-bar.tsx'
import { Words } from './words.tsx'
import styles from './profile.module.css'

/** Names of the fields in display order. */
const FIELDS = [...PROFILE_NOTES, 'gender', 'looking_for', 'date_of_birth', ...CHOICE_FIELDS, 'country', 'region', 'interests']

/**
 * Everything members say about themselves, saved together. Unsaved changes stay in this tab; only changed fields are sent, so that another tab's
 * changes aren't undone.
 */
export function ProfileForm({ profile }: { profile: OwnProfile }) {
  const t = useT()
  const { translator } = useSite()
  const prefix = useId()
  const edits = useEdits('profile', profile)
  const save = useSaveProfile()
  const [errors, setErrors] = useState(NO_ERRORS)
  const [attempt, setAttempt] = useState(0)

  function refuse(error: Parameters<typeof formErrors>[0]): void {
    setErrors(formErrors(error, FIELDS, translator))
    setAttempt((count) => count + 1)
  }

  async function submit() {
    const sent = edits.changed
    // A device that can't load the check sends without it: the origin checks too.
    const check = await import('./check-changes.ts').catch(() => null)
    const checked = check?.checkChanges(sent)
    if (checked && !checked.ok) return refuse(refusal(checked.fields))
    setErrors(NO_ERRORS)
    save.mutate(sent, {
      onSuccess: (answer) => answer && edits.saved(sent),
      onError: (error) => refuse(asApiError(error).error)
    })
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (!save.isPending) void submit()
  }

  const part: PartProps = {
    value: edits.value,
    change(fields) {
      if (save.isSuccess) save.reset()
      edits.change(fields)
    },
    field: (name) => ({ id: `${prefix}${name}`, error: errors.byField[name] })
  }
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit} aria-label={t('profile-edit.heading')}>
      <ErrorSummary
        title={t('form.summary', { count: errors.summary.length })}
        attempt={attempt}
        errors={errors.summary.map(({ field, message }) => (field === undefined ? { message } : { field: prefix + field, message }))}
      />
      <Words {...part} />
      <Facts {...part} />
      <Place {...part} />
      <Interests {...part} />
      <SaveBar
        dirty={edits.dirty}
        busy={save.isPending}
        saved={save.isSuccess}
        onDiscard={() => {
          setErrors(NO_ERRORS)
          edits.discard()
        }}
      />
    </form>
  )
}
