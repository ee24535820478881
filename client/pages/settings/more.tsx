import { type ComponentType, useId } from 'react'
import { useQuery } from '@tanstack/react-query'
import { registrationsOf } from '../../../shared/i18n/registrations.ts'
import { offersLimits } from '../../../shared/rules/spending-limits.ts'
import { queryOf } from '../../api/queries.ts'
import { useSite, useT } from '../../site/site.tsx'
import { SessionsList } from '../../account/sessions-list.tsx'
import PhotoManager from '../../photos/photo-manager.tsx'
import Interests from '../../profile/interests.tsx'
import type { PartProps } from '../../profile/part-props.ts'
import { Place } from '../../profile/place.tsx'
import { useProfileSetting } from '../../profile/use-profile-setting.ts'
import { AccountDeletion } from './account-deletion.tsx'
import { Blocked } from './blocked.tsx'
import { SavedMethods } from './saved-methods.tsx'
import { Section, State } from './section.tsx'
import { Spending } from './spending.tsx'
import { Withdrawals } from './withdrawals.tsx'
import styles from './settings.module.css'

/** The sections that are loaded after hydration. */
export default function More() {
  const t = useT()
  const { tenant } = useSite()
  return (
    <>
      <Section title={t('sessions.heading')}>
        <SessionsList />
      </Section>
      {offersLimits(tenant) && <Spending />}
      <Withdrawals />
      <SavedMethods />
      {!tenant.closed && <Others />}
      <Company />
      {!tenant.closed && <AccountDeletion />}
    </>
  )
}

/** Sections that only matter on a brand where members meet. */
function Others() {
  return (
    <>
      <Blocked />
      <PhotoManager />
      <Saved part={Place} />
      <Saved part={Interests} />
    </>
  )
}

/** A part of the profile in which every change is saved at once. */
function Saved({ part: Part }: { part: ComponentType<PartProps> }) {
  const prefix = useId()
  const { data, saving, change } = useProfileSetting()
  if (!data) return null
  const field: PartProps['field'] = (name) => ({ id: prefix + name, error: undefined })
  return <Part value={data.profile} change={change} field={field} aside={<State {...saving} />} />
}

function Company() {
  const t = useT()
  const { tenant, translator } = useSite()
  const { data: company } = useQuery(queryOf('getCompanyInfo'))
  if (!company) return null
  const country = translator.intl.countryName(company.country)
  const lines = [company.name, `${company.address}, ${company.city}, ${country}`, ...registrationsOf(company, translator)]
  return (
    <Section title={t('footer.contact')}>
      <address className={styles.rows}>
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
        <a href={`mailto:${tenant.support_email}`}>{tenant.support_email}</a>
      </address>
    </Section>
  )
}
