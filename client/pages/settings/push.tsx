import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import type { Contract } from '../../../shared/api/contract.ts'
import type { EndpointInput } from '../../../shared/api/endpoint.ts'
import { PUSH_KINDS } from '../../../shared/rules/news.ts'
import { write } from '../../api/call.ts'
import { useMessage, useT } from '../../site/site.tsx'
import { useLateErrorToast } from '../../forms/use-late-error-toast.ts'
import { useSetting } from '../../forms/use-setting.ts'
import { usePush } from '../../state/push.ts'
import { SwitchField } from '../../ui/switch-field.tsx'
import { Section, Waiting } from './section.tsx'
import styles from './settings.module.css'

type Changes = Pick<NonNullable<EndpointInput<Contract['updateNotifications']>['body']>, 'push'>

/** Notifications: on or off on this device, or why they are unavailable; and which kinds, on all devices. */
export function Push() {
  const t = useT()
  const message = useMessage()
  const { capability, subscription, isSubscribed, lastMessage, subscribe, unsubscribe } = usePush()
  const tellLate = useLateErrorToast()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (on: boolean) => (on ? subscribe() : unsubscribe()),
    onError: (failure) => tellLate(failure)
  })
  const kinds = useKinds()
  const unable = !capability && subscription !== 'unknown'
  const hindrance = unable ? 'unable' : subscription === 'denied' ? 'denied' : null
  const last = PUSH_KINDS.find((kind) => kind === lastMessage?.kind)
  const saving = isPending || error ? { isPending, isSuccess: false, error } : kinds.saving
  return (
    <Section title={t('settings.push')} lead={t('settings.push_lead')} saving={saving}>
      <SwitchField
        label={t('settings.push_switch')}
        help={<Hindrance which={hindrance} />}
        disabled={!capability || hindrance !== null || isPending}
        checked={isSubscribed}
        onChange={(event) => mutate(event.target.checked)}
      />
      {last && <p className={styles.lead}>{t('settings.push_last', { kind: message(`notifications.push.${last}`) })}</p>}
      <Kinds {...kinds} />
    </Section>
  )
}

/**
 * Why there are no notifications here, or an ordinary sentence. All share one space, as high as the longest, so that nothing moves once the page has
 * checked.
 */
function Hindrance({ which }: { which: 'denied' | 'unable' | null }) {
  const t = useT()
  return (
    <span className={styles.stack}>
      <span className={which === null ? undefined : styles.unseen}>{t('settings.push_each')}</span>
      <span className={which === 'denied' ? undefined : styles.unseen}>{t('settings.push_denied')}</span>
      <span className={which === 'unable' ? undefined : styles.unseen}>{t('settings.push_unable')}</span>
    </span>
  )
}

function useKinds() {
  return useSetting(
    'getNotifications',
    (changes: Changes) => write('updateNotifications', changes),
    (answer, { push }) => ({ ...answer, push: { ...answer.push, ...(push as Partial<typeof answer.push>) } })
  )
}

/** The kinds of pushes, on all devices. */
function Kinds({ data, isError, refetch, change }: ReturnType<typeof useKinds>) {
  const t = useT()
  const message = useMessage()
  const title = useId()
  if (!data) return <Waiting failed={isError} onRetry={() => void refetch()} />
  return (
    <div role="group" className={styles.group} aria-labelledby={title}>
      <p id={title} className={styles.lead}>
        {t('settings.push_kinds')}
      </p>
      {PUSH_KINDS.map((kind) => (
        <SwitchField
          key={kind}
          label={message(`notifications.push.${kind}`)}
          checked={data.push[kind]}
          onChange={(event) => change({ push: { [kind]: event.target.checked } })}
        />
      ))}
    </div>
  )
}
