import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { GENDERS } from '../../shared/rules/genders.ts'
import { queryOf } from '../api/queries.ts'
import { useMessage, useSite, useT } from '../site/site.tsx'
import { Link } from '../router/link.tsx'
import { CheckboxField } from '../ui/checkbox-field.tsx'
import { ChoiceChip } from '../ui/chip.tsx'
import { DateOfBirthField } from '../ui/date-of-birth-field.tsx'
import { FieldGroup } from '../ui/field.tsx'
import { Cluster, Stack } from '../ui/layout.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextAreaField } from '../ui/text-area-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './signup-form.module.css'

interface StepProps {
  /** `id`, `name` and `error` of a field. */
  field: (name: string) => { id: string; name: string; error: string | undefined }
  /** What was filled in before: the first value of a field. */
  typed: (name: string) => string | undefined
  /** Every value of a field. */
  all: (name: string) => readonly string[]
}

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
        maxLength={24}
      />
      <Place {...props} />
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

/** The first message and the consents: each separate, none pre-ticked. */
export function LastStep({ field, typed }: StepProps) {
  const t = useT()
  const { tenant, trafficSource } = useSite()
  const box = (name: string) => ({ ...field(name), value: 'true', defaultChecked: typed(name) === 'true' })
  return (
    <>
      <TextAreaField
        {...field('signup_message')}
        label={t('signup.message')}
        optional={t('form.optional')}
        defaultValue={typed('signup_message')}
        maxLength={1000}
        rows={3}
      />
      <Stack gap={3}>
        <CheckboxField {...box('consent_terms')} label={t('signup.consent_terms', { age: tenant.min_age })} help={<Terms />} />
        <CheckboxField
          {...box('consent_sensitive')}
          label={t('signup.consent_sensitive', { site: tenant.name })}
          help={t('signup.consent_sensitive_help')}
        />
        {trafficSource && (
          <CheckboxField
            {...box('consent_tracking')}
            label={t('signup.consent_tracking', { site: tenant.name })}
            help={t('signup.consent_tracking_help')}
          />
        )}
      </Stack>
    </>
  )
}

/** One or several of a few words, as chips. */
function Choices({
  id,
  name,
  error,
  type,
  label,
  options,
  chosen
}: {
  id: string
  name: string
  error: string | undefined
  type: 'radio' | 'checkbox'
  label: string
  options: readonly { value: string; label: string }[]
  chosen: readonly string[]
}) {
  return (
    <FieldGroup id={id} label={label} error={error}>
      {(invalid) => (
        <Cluster gap={2}>
          {options.map((option) => (
            <ChoiceChip
              key={option.value}
              type={type}
              name={name}
              value={option.value}
              defaultChecked={chosen.includes(option.value)}
              aria-invalid={invalid}
            >
              {option.label}
            </ChoiceChip>
          ))}
        </Cluster>
      )}
    </FieldGroup>
  )
}

/** Country and region. The regions of a country are loaded by the script; without it, members choose theirs later. */
function Place({ field, typed }: StepProps) {
  const t = useT()
  const { tenant, translator } = useSite()
  const own = tenant.geoip_selected_country ?? tenant.geoip_country ?? ''
  const guess = tenant.countries.includes(own) ? own : tenant.countries.length === 1 ? tenant.countries[0]! : ''
  const [country, setCountry] = useState(typed('country') ?? guess)
  const select = useRef<HTMLSelectElement>(null)
  const { data } = useQuery({ ...queryOf('listRegions', { country }), enabled: country !== '' })
  const regions = data?.regions ?? []

  // The visitor may have chosen another country before the script was loaded.
  useEffect(() => {
    if (select.current) setCountry(select.current.value)
  }, [])

  return (
    <div className={styles.place}>
      <SelectField
        {...field('country')}
        ref={select}
        label={t('form.country')}
        placeholder={t('form.choose')}
        defaultValue={country}
        onChange={(event) => setCountry(event.currentTarget.value)}
        autoComplete="country"
        options={tenant.countries.map((code) => ({
          value: code,
          label: translator.intl.countryName(code)
        }))}
      />
      <div className="needs-script">
        <SelectField
          key={`${country} ${regions.length}`}
          {...field('region')}
          label={t('form.region')}
          optional={t('form.optional')}
          placeholder={t('form.choose')}
          disabled={regions.length === 0}
          defaultValue={typed('region')}
          options={regions.map(({ code, name }) => ({ value: code, label: name }))}
        />
      </div>
    </div>
  )
}

/** Links to the texts to agree to. */
function Terms() {
  const t = useT()
  const texts = [
    { route: 'pages-terms', label: t('footer.terms') },
    { route: 'pages-privacy', label: t('footer.privacy') }
  ]
  return (
    <span className={styles.terms}>
      {texts.map(({ route, label }) => (
        <Link key={route} to={route} target="_blank">
          {label}
        </Link>
      ))}
    </span>
  )
}
