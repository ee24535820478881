import type { Gender } from '../../../shared/api/values.ts'
import { GENDERS } from '../../../shared/rules/genders.ts'
import { CHOICE_FIELDS, PROFILE_VALUES, type ChoiceField } from '../../../shared/tenants/profile-fields.ts'
import { useMessage, useSite, useT } from '../../site/site.tsx'
import { ChoiceChip } from '../../ui/chip.tsx'
import { Cluster } from '../../ui/layout.tsx'
import { FieldGroup } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { Hide } from '../../profile/hide.tsx'
import type { PartProps } from '../../profile/part-props.ts'
import styles from './profile.module.css'

/** Short facts, in the operator's order; fields that this site doesn't show are left out. */
export function Facts(part: PartProps) {
  const t = useT()
  const { tenant, translator } = useSite()
  const { value, change } = part
  const choices = tenant.visible_profile_fields.filter((field): field is ChoiceField => CHOICE_FIELDS.some((choice) => choice === field))
  const born = tenant.visible_profile_fields.includes('date_of_birth')
  return (
    <SectionCard title={t('profile-edit.facts')} lead={t('profile-edit.facts_lead')}>
      <Genders {...part} />
      <div className={styles.facts}>
        {choices.map((field) => (
          <Choice key={field} name={field} {...part} />
        ))}
        {born && (
          <div className={styles.fact}>
            <div className={styles.born}>
              <span className={styles.label}>{t('profile.date_of_birth')}</span>
              <span>{translator.intl.formatDate(value.date_of_birth, { dateStyle: 'long', timeZone: 'UTC' })}</span>
            </div>
            <Hide field="date_of_birth" label={t('profile.date_of_birth')} value={value} change={change} />
          </div>
        )}
      </div>
    </SectionCard>
  )
}

function Genders({ value, change, field }: PartProps) {
  const t = useT()
  const message = useMessage()
  const toggle = (gender: Gender, on: boolean) =>
    change({ looking_for: GENDERS.filter((one) => (one === gender ? on : value.looking_for.includes(one))) })
  return (
    <>
      <FieldGroup {...field('gender')} label={t('form.gender')}>
        {() => (
          <Cluster>
            {GENDERS.map((gender) => (
              <ChoiceChip
                key={gender}
                type="radio"
                name="gender"
                value={gender}
                checked={value.gender === gender}
                onChange={() => change({ gender })}
              >
                {message(`gender.${gender}`)}
              </ChoiceChip>
            ))}
          </Cluster>
        )}
      </FieldGroup>
      <FieldGroup {...field('looking_for')} label={t('form.looking_for')}>
        {() => (
          <Cluster>
            {GENDERS.map((gender) => (
              <ChoiceChip
                key={gender}
                checked={value.looking_for.includes(gender)}
                onChange={(event) => toggle(gender, event.target.checked)}
              >
                {message(`gender.many.${gender}`)}
              </ChoiceChip>
            ))}
          </Cluster>
        )}
      </FieldGroup>
    </>
  )
}

function Choice({ name, value, change, field }: PartProps & { name: ChoiceField }) {
  const t = useT()
  const message = useMessage()
  const label = message(`profile.${name}`)
  return (
    <div className={styles.fact}>
      <SelectField
        {...field(name)}
        label={label}
        value={value[name] ?? ''}
        placeholder={t('profile-edit.untold')}
        options={PROFILE_VALUES[name].map((key) => ({ value: key, label: message(`value.${name}.${key}`) }))}
        onChange={(event) => change({ [name]: event.target.value || null })}
      />
      {value[name] !== null && <Hide field={name} label={label} value={value} change={change} />}
    </div>
  )
}
