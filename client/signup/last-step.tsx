import { longestSignupMessage } from '../../shared/rules/signup-message.ts'
import { Link } from '../router/link.tsx'
import { useSite, useT } from '../site/site.tsx'
import { CheckboxField } from '../ui/checkbox-field.tsx'
import { Stack } from '../ui/layout.tsx'
import { TextAreaField } from '../ui/text-area-field.tsx'
import styles from './signup-form.module.css'
import type { StepProps } from './step-props.ts'

/** The first message and the consents: each separate, none pre-ticked. */
export function LastStep({ field, typed, forMember }: StepProps) {
  const t = useT()
  const { tenant, trafficSource } = useSite()
  const box = (name: string) => ({ ...field(name), value: 'true', defaultChecked: typed(name) === 'true' })
  return (
    <>
      <TextAreaField
        {...field('signup_message')}
        label={t('signup.message')}
        optional={t('form.optional')}
        help={t(
          !forMember ? 'signup.message_kept' : tenant.sells && tenant.message_credits > 0 ? 'signup.message_counted' : 'signup.message_sent'
        )}
        defaultValue={typed('signup_message')}
        maxLength={longestSignupMessage(tenant)}
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
