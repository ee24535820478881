import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../api/queries.ts'
import { useSite, useT } from '../site/site.tsx'
import { InterestPicker } from './interest-picker.tsx'
import { FieldGroup } from '../ui/field.tsx'
import { SectionCard } from '../ui/section-card.tsx'
import { Hide } from './hide.tsx'
import type { PartProps } from './part-props.ts'

/** The interests this site offers, fetched once; one that the member already has can still be chosen when it is no longer offered. */
export default function Interests({ value, change, field, aside }: PartProps) {
  const t = useT()
  const { tenant } = useSite()
  const { data } = useQuery(queryOf('listInterests'))
  if (!tenant.visible_profile_fields.includes('interests')) return null
  return (
    <SectionCard
      title={t('profile.interests')}
      aside={aside ?? <Hide field="interests" label={t('profile.interests')} value={value} change={change} />}
    >
      <FieldGroup {...field('interests')} label={t('profile.interests')} labelHidden>
        {(invalid) => (
          <InterestPicker
            offered={[...new Set([...(data?.interests ?? []), ...value.interests])]}
            chosen={value.interests}
            onChange={(interests) => change({ interests })}
            audience={{ value: value.intimate_shown_to, onChange: (audience) => change({ intimate_shown_to: audience }) }}
            invalid={invalid}
          />
        )}
      </FieldGroup>
    </SectionCard>
  )
}
