import { GENDERS } from '../../shared/rules/genders.ts'
import { NAME_LENGTH } from '../../shared/rules/name-length.ts'
import { useMessage, useSite, useT } from '../site/site.tsx'
import { CheckboxField } from '../ui/checkbox-field.tsx'
import { DateOfBirthField } from '../ui/date-of-birth-field.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Choices } from './choices.tsx'
import { PlaceFields } from './place-fields.tsx'
import type { StepProps } from './step-props.ts'

/** Who the member is and who they want to meet. */
export function WishStep({ field, all }: StepProps) {
  const t = useT()
  const message = useMessage()
  const choices = (prefix: string) => GENDERS.map((gender) => ({ value: gender, label: message(`${prefix}.${gender}`) }))
  return (
    <>
      <Choices {...field('gender')} type="radio" label={t('form.gender')} options={choices('gender')} chosen={all('gender')} />
      <Choices
        {...field('looking_for')}
        type="checkbox"
        label={t('form.looking_for')}
        options={choices('gender.many')}
        chosen={all('looking_for')}
      />
    </>
  )
}

/** The date of birth; if the site asks for it, also a declaration of age. */
export function BirthStep({ field, typed }: StepProps) {
  const t = useT()
  const { tenant, translator } = useSite()
  const shown = tenant.visible_profile_fields.includes('date_of_birth')
  return (
    <>
      <DateOfBirthField
        {...field('date_of_birth')}
        locale={translator.tag}
        label={t('signup.date_of_birth')}
        help={t(shown ? 'signup.date_of_birth_help_shown' : 'signup.date_of_birth_help', { age: tenant.min_age })}
        labels={{ day: t('form.day'), month: t('form.month'), year: t('form.year') }}
        defaultValue={{
          day: typed('date_of_birth.day'),
          month: typed('date_of_birth.month'),
          year: typed('date_of_birth.year')
        }}
      />
      {tenant.age_assurance === 'self' && (
        <CheckboxField
          {...field('consent_age')}
          value="true"
          defaultChecked={typed('consent_age') === 'true'}
          label={t('signup.consent_age', { age: tenant.min_age })}
        />
      )}
    </>
  )
}

export function NameStep(props: StepProps) {
  const t = useT()
  const { field, typed } = props
  return (
    <>
      <TextField
        {...field('name')}
        label={t('signup.name')}
        help={t('signup.name_help')}
        defaultValue={typed('name')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={NAME_LENGTH}
      />
      <PlaceFields {...props} />
    </>
  )
}

export function LoginStep({ field, typed }: StepProps) {
  const t = useT()
  return (
    <>
      <TextField
        {...field('email')}
        type="email"
        label={t('form.email')}
        help={t('signup.email_help')}
        defaultValue={typed('email')}
        autoComplete="email"
      />
      <PasswordField
        {...field('password')}
        label={t('form.password')}
        help={t('password.help')}
        showLabel={t('form.show_password')}
        hideLabel={t('form.hide_password')}
        autoComplete="new-password"
      />
    </>
  )
}
