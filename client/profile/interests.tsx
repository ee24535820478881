import { useQuery } from '@tanstack/react-query'
import type { Interest } from '../../shared/tenants/interests.ts'
import { queryOf } from '../api/queries.ts'
import { useSite, useT } from '../site/site.tsx'
import { InterestChips } from './interest-chips.tsx'
import { FieldGroup } from '../ui/field.tsx'
import { SectionCard } from '../ui/section-card.tsx'
import { Hide } from './hide.tsx'
import type { PartProps } from './part-props.ts'

/** The interests this site offers, fetched once; one that the member already has can still be chosen when it is no longer offered. */
export function Interests({ value, change, field, aside }: PartProps) {
  const t = useT()
  const { tenant } = useSite()
  const { data } = useQuery(queryOf('listInterests'))
  if (!tenant.visible_profile_fields.includes('interests')) return null
  const offered = [...new Set([...(data?.interests ?? []), ...value.interests])] as Interest[]
  const toggle = (interest: Interest, on: boolean) =>
    change({ interests: offered.filter((one) => (one === interest ? on : value.interests.includes(one))) })
  return (
    <SectionCard
      title={t('profile.interests')}
      lead={t('profile-edit.interests_chosen', { count: value.interests.length })}
      aside={aside ?? <Hide field="interests" label={t('profile.interests')} value={value} change={change} />}
    >
      <FieldGroup {...field('interests')} label={t('profile.interests')} labelHidden>
        {() => (
          <InterestChips
            interests={offered}
            input={(interest) => ({
              checked: value.interests.includes(interest),
              onChange: (event) => toggle(interest, event.target.checked)
            })}
          />
        )}
      </FieldGroup>
    </SectionCard>
  )
}
