import { href } from '../../../shared/routes/match.ts'
import { COMPLAINT_KINDS } from '../../../shared/rules/complaints.ts'
import { ANSWER_DAYS, URGENT_ANSWER_HOURS } from '../../../shared/rules/deadlines.ts'
import { useSite, useT } from '../../site/site.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useUser } from '../../session/use-user.ts'
import { CompanyDetails } from '../../documents/company-details.tsx'
import { FormCard } from '../../forms/form-card.tsx'
import { MemberField } from '../../forms/member-field.tsx'
import { useLink } from '../../router/link.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { PageProps } from '../registry.ts'
import styles from './complaints.module.css'
import { keepUnsent, unsentOf } from './unsent.ts'

const FIELDS = ['kind', 'page', 'text', 'earlier', 'name', 'email']
const LABELS = {
  kind: 'complaints.kind',
  page: 'complaints.page',
  text: 'complaints.text',
  earlier: 'complaints.earlier',
  name: 'complaints.name',
  email: 'complaints.email'
} as const

/** Where anyone can complain, with or without an account. */
export default function ComplaintsPage({ search }: PageProps) {
  return search.get('sent') === '1' ? <Sent /> : <Complaint />
}

function Complaint() {
  const t = useT()
  const { tenant } = useSite()
  const user = useUser()
  const member = user?.id ?? ''
  const known: Record<string, string[]> = user ? { email: [user.email], name: user.profile ? [user.profile.name] : [] } : {}
  const { form, summary, field, typed, busy } = useForm('fileComplaint', {
    fields: FIELDS,
    labels: LABELS,
    kept: unsentOf(member) ?? known,
    done: () => window.location.assign(href('complaints', {}, { sent: 1 }))
  })
  return (
    <div className={styles.page}>
      <FormCard
        heading={t('complaints.heading')}
        lead={t('complaints.lead', { site: tenant.name })}
        form={{ ...form, onInput: ({ currentTarget }) => keepUnsent(member, currentTarget) }}
      >
        <MemberField />
        <p>{t('complaints.promise', { days: ANSWER_DAYS, hours: URGENT_ANSWER_HOURS })}</p>
        <Banner tone="warning">{t('complaints.danger')}</Banner>
        <ErrorSummary {...summary} />
        <SelectField
          {...field('kind')}
          label={t('complaints.kind')}
          placeholder={t('form.choose')}
          defaultValue={typed('kind')[0] ?? ''}
          options={COMPLAINT_KINDS.map((kind) => ({ value: kind, label: t(`complaints.kind.${kind}`) }))}
        />
        <TextField
          {...field('page')}
          label={t('complaints.page')}
          optional={t('form.optional')}
          help={t('complaints.page_help')}
          defaultValue={typed('page')[0]}
          autoComplete="off"
          autoCapitalize="none"
        />
        <TextAreaField
          {...field('text')}
          label={t('complaints.text')}
          help={t('complaints.text_help')}
          defaultValue={typed('text')[0]}
          rows={5}
        />
        <TextField
          {...field('earlier')}
          label={t('complaints.earlier')}
          optional={t('form.optional')}
          help={t('complaints.earlier_help')}
          defaultValue={typed('earlier')[0]}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <TextField {...field('name')} label={t('complaints.name')} defaultValue={typed('name')[0]} autoComplete="name" />
        <TextField
          {...field('email')}
          label={t('complaints.email')}
          help={`${t('complaints.email_help')} ${t('complaints.anonymous')}`}
          defaultValue={typed('email')[0]}
          type="email"
          inputMode="email"
          autoComplete="email"
        />
        <p>{t('complaints.good_faith')}</p>
        <Button type="submit" wide busy={busy} busyLabel={t('form.sending')}>
          {t('complaints.submit')}
        </Button>
      </FormCard>
      <section className={styles.direct} aria-labelledby="direct">
        <h2 id="direct">{t('complaints.direct')}</h2>
        <CompanyDetails />
      </section>
    </div>
  )
}

/** The same text whether an address was given or not: a cached page can't know. */
function Sent() {
  const t = useT()
  const again = useLink('complaints')
  return (
    <EmptyState
      art="lamp"
      level={1}
      title={t('complaints.sent_title')}
      action={
        <LinkButton variant="secondary" {...again}>
          {t('complaints.again')}
        </LinkButton>
      }
    >
      {t('complaints.sent_text')}
    </EmptyState>
  )
}
