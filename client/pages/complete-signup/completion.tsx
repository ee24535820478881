import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { INTIMATE_AUDIENCES } from '../../../shared/rules/interests.ts'
import { INTERESTS } from '../../../shared/tenants/interests.ts'
import { PROFILE_NOTES } from '../../../shared/tenants/profile-fields.ts'
import { queryOf } from '../../api/queries.ts'
import { useSite, useT } from '../../site/site.tsx'
import { useEdits } from '../../forms/use-edits.ts'
import { useForm } from '../../forms/use-form.ts'
import { MemberField } from '../../forms/member-field.tsx'
import { PhotoManager } from '../../photos/photo-manager-later.tsx'
import type { Upload } from '../../photos/use-uploads.ts'
import { InterestPicker } from '../../profile/interest-picker.tsx'
import { NoteField } from '../../profile/note-field.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { FieldGroup } from '../../ui/field.tsx'
import { Stack } from '../../ui/layout.tsx'
import styles from './complete-signup.module.css'

/** The first things that others see and read: photos, a few words and interests. All of it may stay empty, and is kept in this tab until it is sent. */
export function Completion() {
  const t = useT()
  const { tenant } = useSite()
  const queryClient = useQueryClient()
  const { data } = useQuery(queryOf('listInterests'))
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const { form, summary, field, typed, busy } = useForm('completeSignup', {
    fields: [...PROFILE_NOTES, 'interests', 'intimate_shown_to'],
    done() {
      edits.discard()
      // The refetched member decides what comes next.
      void queryClient.invalidateQueries({ queryKey: queryOf('getUser').queryKey })
    }
  })
  const { element, waiting, problem, hold } = useHold(uploads)
  const { visible_profile_notes: notes } = tenant
  const edits = useEdits('complete-signup', {
    words: Object.fromEntries(notes.map((note) => [note, typed(note)[0] ?? ''])),
    chosen: INTERESTS.filter((interest) => typed('interests').includes(interest)),
    audience: INTIMATE_AUDIENCES.find((one) => typed('intimate_shown_to').includes(one)) ?? 'matches'
  })
  const { words, chosen, audience } = edits.value

  return (
    <>
      {/* Photos are cropped and sent by a script; without one they can be added later. */}
      <PhotoManager onUploads={setUploads} lead={t('complete-signup.photos')} />
      <form {...form} ref={element} className={styles.form} onSubmit={(event) => !hold(event) && form.onSubmit(event)}>
        <MemberField />
        <ErrorSummary {...summary} />
        {notes.length > 0 && <p className={styles.words}>{t('complete-signup.words')}</p>}
        {notes.map((note) => (
          <NoteField
            key={note}
            {...field(note)}
            note={note}
            optional={t('form.optional')}
            value={words[note]}
            onChange={(event) => edits.change({ words: { ...words, [note]: event.currentTarget.value } })}
          />
        ))}
        {tenant.visible_profile_fields.includes('interests') && (
          <FieldGroup {...field('interests')} label={t('complete-signup.interests')} optional={t('form.optional')}>
            {(invalid) => (
              <InterestPicker
                offered={data?.interests ?? chosen}
                chosen={chosen}
                onChange={(interests) => edits.change({ chosen: interests })}
                audience={{ value: audience, onChange: (one) => edits.change({ audience: one }) }}
                names={{ interests: 'interests', audience: 'intimate_shown_to' }}
                invalid={invalid}
              />
            )}
          </FieldGroup>
        )}
        <Stack gap={3} className={styles.foot}>
          <p role="alert" className={styles.said}>
            {problem}
          </p>
          <Button type="submit" wide busy={busy || waiting} busyLabel={waiting ? t('photos.uploading') : t('form.sending')}>
            {t('complete-signup.submit')}
          </Button>
        </Stack>
        <p className={styles.note}>{t('complete-signup.note')}</p>
      </form>
    </>
  )
}

/** Pressing the button during an upload waits until it is done. If it fails, the member decides: retry, or press again and continue without it. */
function useHold(uploads: readonly Upload[]) {
  const element = useRef<HTMLFormElement>(null)
  const [waiting, setWaiting] = useState(false)
  const [problem, setProblem] = useState('')
  const onTheWay = uploads.some((one) => one.problem === null)
  const failed = uploads.find((one) => one.problem !== null)?.problem

  useEffect(() => {
    if (!waiting || onTheWay) return
    setWaiting(false)
    if (failed) setProblem(failed)
    else element.current?.requestSubmit()
  }, [waiting, onTheWay, failed])

  return {
    element,
    waiting,
    problem,
    hold: (event: FormEvent): boolean => {
      setProblem('')
      if (!onTheWay) return false
      event.preventDefault()
      setWaiting(true)
      return true
    }
  }
}
