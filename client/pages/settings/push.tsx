import { useMutation } from '@tanstack/react-query'
import { useT } from '../../app/site.tsx'
import { usePush } from '../../push/push-state.ts'
import { SwitchField } from '../../ui/switch-field.tsx'
import { Section } from './section.tsx'

/** Notifications of this device: on or off, or why they cannot be. Each device has its own. */
export function Push() {
  const t = useT()
  const { capability, subscription, isSubscribed, subscribe, unsubscribe } = usePush()
  const { mutate, isPending, error } = useMutation({ mutationFn: (on: boolean) => (on ? subscribe() : unsubscribe()) })
  const hindrance = !capability ? t('settings.push_unable') : subscription === 'denied' ? t('settings.push_denied') : null
  return (
    <Section title={t('settings.push')} lead={t('settings.push_lead')} saving={{ isPending, isSuccess: false, error }}>
      <SwitchField
        label={t('settings.push_switch')}
        help={hindrance}
        disabled={hindrance !== null || isPending}
        checked={isSubscribed}
        onChange={(event) => mutate(event.target.checked)}
      />
    </Section>
  )
}
