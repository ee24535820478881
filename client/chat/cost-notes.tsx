import { useLink } from '../router/link.tsx'
import { useMessage, useSite, useT } from '../site/site.tsx'
import { Banner } from '../ui/banner.tsx'
import { LinkButton } from '../ui/button.tsx'
import { CheckboxField } from '../ui/checkbox-field.tsx'
import { Stack } from '../ui/layout.tsx'
import styles from './composer.module.css'
import type { CostNoticeProps } from './later-props.ts'

/** Above the composer: why a message is free, or what it needs before it can be sent. */
export default function CostNotes({ price, name }: CostNoticeProps) {
  const t = useT()
  const message = useMessage()
  const { tenant } = useSite()
  const premium = useLink('premium')
  const credits = useLink('credits')
  const { cost, refusal, confirms, understood, setUnderstood, tried } = price
  if (refusal) {
    const [text, link, label] =
      refusal === 'premium'
        ? ([t('costs.premium'), premium, t('costs.get_premium')] as const)
        : ([message('error.not_enough_credits'), credits, t('costs.buy')] as const)
    return (
      <Banner
        role={tried ? 'alert' : 'status'}
        tone="brand"
        icon={refusal === 'premium' ? 'sparkle' : 'coin'}
        action={
          <LinkButton variant="accent" small {...link}>
            {label}
          </LinkButton>
        }
      >
        {text} {t('costs.kept')}
      </Banner>
    )
  }
  if (confirms)
    return (
      <Banner tone="warning">
        <Stack gap={2}>
          <p>{tenant.fictional_warning}</p>
          <CheckboxField
            label={t('costs.understand', { member: name })}
            error={tried && !understood ? t('costs.understand_first') : undefined}
            checked={understood}
            onChange={(event) => setUnderstood(event.currentTarget.checked)}
          />
        </Stack>
      </Banner>
    )
  if (cost.reason !== 'opening' && cost.reason !== 'reply') return null
  return <p className={styles.left}>{cost.reason === 'reply' ? t('costs.reply') : t('costs.opening', { left: cost.free_left })}</p>
}
