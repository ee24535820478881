import type { Transaction } from '../../../shared/api/payments.ts'
import { useT } from '../../site/site.tsx'
import { Tag } from '../../ui/badge.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'

/** A payment that the member's bank took back is completed, and shown as taken back. */
type State = Transaction['status'] | 'charged_back'

const LOOK: Record<State, { tone: 'neutral' | 'success' | 'warning' | 'danger'; icon: IconName }> = {
  loading: { tone: 'neutral', icon: 'clock' },
  pending: { tone: 'warning', icon: 'clock' },
  completed: { tone: 'success', icon: 'check' },
  failed: { tone: 'danger', icon: 'warning' },
  cancelled: { tone: 'neutral', icon: 'close' },
  charged_back: { tone: 'danger', icon: 'warning' }
}

/** The state of a payment in a word, with an icon. */
export function StateTag({ state }: { state: State }) {
  const t = useT()
  const { tone, icon } = LOOK[state]
  return (
    <Tag tone={tone}>
      <Icon name={icon} size="small" />
      {t(`transactions.state_${state}`)}
    </Tag>
  )
}
