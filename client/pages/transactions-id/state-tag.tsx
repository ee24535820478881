import type { Transaction } from '../../../shared/api/payments.ts'
import { useT } from '../../site/site.tsx'
import { Tag } from '../../ui/badge.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'

type Status = Transaction['status']

const LOOK: Record<Status, { tone: 'neutral' | 'success' | 'warning' | 'danger'; icon: IconName }> = {
  loading: { tone: 'neutral', icon: 'clock' },
  pending: { tone: 'warning', icon: 'clock' },
  completed: { tone: 'success', icon: 'check' },
  failed: { tone: 'danger', icon: 'warning' },
  cancelled: { tone: 'neutral', icon: 'close' }
}

/** The state of a payment in a word, with an icon. */
export function StateTag({ status }: { status: Status }) {
  const t = useT()
  const { tone, icon } = LOOK[status]
  return (
    <Tag tone={tone}>
      <Icon name={icon} size="small" />
      {t(`transactions.state_${status}`)}
    </Tag>
  )
}
