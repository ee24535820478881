import { useId } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Session } from '../../shared/api/sessions.ts'
import { asApiError, isNotFound } from '../api/api-error.ts'
import { write } from '../api/call.ts'
import { queryOf } from '../api/queries.ts'
import { useErrorToast } from '../feedback/use-error-toast.ts'
import { useMessage, useSite, useT } from '../site/site.tsx'
import { useTimeZone } from '../site/use-time-zone.ts'
import { logOut } from '../session/session-end.ts'
import { showToast } from '../state/toasts.ts'
import { Tag } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import styles from './sessions-list.module.css'

/** Where the member is logged in, with a button to log out each session; the page provides the heading. Fetches the list itself. */
export function SessionsList() {
  const t = useT()
  const message = useMessage()
  const queryClient = useQueryClient()
  const list = queryOf('listSessions')
  const { data, error } = useQuery(list)
  const showError = useErrorToast()
  const ending = useMutation({
    mutationFn: (id: string) => write('endSession', { id }),
    onSuccess: (answer) => {
      if (!answer) return
      queryClient.setQueryData(list.queryKey, answer)
      showToast({ text: t('sessions.ended') })
    },
    onError: (failure) => {
      // Already ended, perhaps by a request whose answer got lost.
      if (isNotFound(failure)) showToast({ text: t('sessions.ended') })
      else showError(failure)
      void queryClient.invalidateQueries({ queryKey: list.queryKey })
    }
  })
  if (!data) return error ? <p role="alert">{message(asApiError(error).error.message_key)}</p> : <Skeleton shape="block" />
  const others = data.sessions.some((session) => !session.current)
  return (
    <div className={styles.box}>
      <ul className={styles.list}>
        {data.sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={ending.isPending && ending.variables === session.id}
            onEnd={() => (session.current ? void logOut().catch(showError) : ending.mutate(session.id))}
          />
        ))}
      </ul>
      {others && (
        <Button
          variant="secondary"
          busy={ending.isPending && ending.variables === 'others'}
          busyLabel={t('form.sending')}
          onClick={() => ending.mutate('others')}
        >
          {t('sessions.end_others')}
        </Button>
      )}
    </div>
  )
}

function SessionRow({ session, busy, onEnd }: { session: Session; busy: boolean; onEnd: () => void }) {
  const t = useT()
  const id = useId()
  const { translator } = useSite()
  const timeZone = useTimeZone()
  const device = [session.browser, session.system].filter(Boolean).join(' · ') || t('sessions.unknown')
  const date = (instant: string) => translator.intl.formatDate(instant, { dateStyle: 'medium', timeZone })
  const place = session.country && translator.intl.countryName(session.country)
  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <span className={styles.device}>
          <span id={`${id}-device`}>{device}</span> {session.current && <Tag tone="brand">{t('sessions.current')}</Tag>}
        </span>
        <span className={styles.detail}>{[session.site, place].filter(Boolean).join(' · ')}</span>
        <span id={`${id}-times`} className={styles.detail}>
          {t('sessions.used', { since: date(session.created_at), used: date(session.used_at) })}
        </span>
      </div>
      <Button
        variant="quiet"
        small
        busy={busy}
        busyLabel={t('form.sending')}
        onClick={onEnd}
        id={`${id}-end`}
        aria-labelledby={`${id}-end ${id}-device`}
        aria-describedby={`${id}-times`}
      >
        {t('sessions.end')}
      </Button>
    </li>
  )
}
