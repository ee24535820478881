import { useLink } from '../router/link.tsx'
import { useMessage, useSite, useT } from '../site/site.tsx'
import { Banner } from '../ui/banner.tsx'
import { LinkButton } from '../ui/button.tsx'
import { CheckboxField } from '../ui/checkbox-field.tsx'
import { Stack } from '../ui/layout.tsx'
import styles from './composer.module.css'
import type { MessageCost } from './use-message-cost.ts'

interface CostNoticeProps {
  cost: MessageCost
  name: string
}

/** Above the composer: why a message is free, or what it needs before it can be sent. */
export default function CostNotice({ cost, name }: CostNoticeProps) {
  return (
    <>
      <div role="status" className="contents">
        {cost.refusal && <Refusal refusal={cost.refusal} tried={cost.tried} />}
      </div>
      {!cost.refusal && <Note cost={cost} name={name} />}
    </>
  )
}

/** What a message needs. It is read aloud when it comes, and once more after a try. */
function Refusal({ refusal, tried }: { refusal: NonNullable<MessageCost['refusal']>; tried: boolean }) {
  const t = useT()
  const message = useMessage()
  const premium = useLink('premium')
  const credits = useLink('credits')
  const [text, link, label] =
    refusal === 'premium'
      ? ([t('costs.premium'), premium, t('costs.get_premium')] as const)
      : ([message('error.not_enough_credits'), credits, t('costs.buy')] as const)
  return (
    <Banner
      key={String(tried)}
      role={tried ? 'alert' : undefined}
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

function Note({ cost: { reason, free_left: left, confirms, understood, setUnderstood, tried }, name }: CostNoticeProps) {
  const t = useT()
  const { tenant } = useSite()
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
  if (reason !== 'opening' && reason !== 'reply') return null
  return <p className={styles.left}>{reason === 'reply' ? t('costs.reply') : t('costs.opening', { left })}</p>
}
