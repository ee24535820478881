import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CompletionForm } from '../../../shared/api/signup.ts'
import { ask } from '../../api/questions.ts'
import { useMessage, useT } from '../../app/site.tsx'
import { useForm } from '../../app/use-form.ts'
import { InterestIcon } from '../../members/interest-icon.tsx'
import { Button } from '../../ui/button.tsx'
import { ChoiceChip } from '../../ui/chip.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { FieldGroup } from '../../ui/field.tsx'
import { Cluster, Stack } from '../../ui/layout.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import styles from './complete-signup.module.css'

/** What others read first: interests and a few words. All of it may stay empty. */
export function Completion() {
  const t = useT()
  const message = useMessage()
  const queryClient = useQueryClient()
  const { data } = useQuery(ask('listInterests'))
  const { form, summary, field, typed, busy } = useForm('completeSignup', {
    schema: CompletionForm,
    fields: ['about', 'interests'],
    // The page follows the member: it moves on, or asks for what is left.
    done: () => void queryClient.invalidateQueries({ queryKey: ask('getUser').queryKey })
  })
  return (
    <form {...form} className={styles.form}>
      <ErrorSummary {...summary} />
      <TextAreaField
        {...field('about')}
        label={t('complete-signup.about')}
        optional={t('form.optional')}
        help={t('complete-signup.about_help')}
        defaultValue={typed('about')[0]}
        maxLength={1000}
        rows={4}
      />
      <FieldGroup {...field('interests')} label={t('complete-signup.interests')} optional={t('form.optional')}>
        {(invalid) => (
          <Cluster gap={2}>
            {data?.interests.map((interest) => (
              <ChoiceChip
                key={interest}
                name="interests"
                value={interest}
                icon={<InterestIcon interest={interest} />}
                defaultChecked={typed('interests').includes(interest)}
                aria-invalid={invalid}
              >
                {message(`interest.${interest}`)}
              </ChoiceChip>
            ))}
          </Cluster>
        )}
      </FieldGroup>
      <Stack gap={3} className={styles.foot}>
        <Button type="submit" wide busy={busy} busyLabel={t('form.sending')}>
          {t('complete-signup.submit')}
        </Button>
        <p className={styles.note}>{t('complete-signup.note')}</p>
      </Stack>
    </form>
  )
}
