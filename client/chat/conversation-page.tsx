import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { href } from '../../shared/routes/match.ts'
import { isNotFound } from '../api/api-error.ts'
import { queryOf } from '../api/queries.ts'
import { LoadFailed } from '../feedback/load-failed.tsx'
import { useT } from '../site/site.tsx'
import { NotFound } from '../feedback/not-found.tsx'
import { useRouter } from '../router/context.ts'
import { useLink } from '../router/link.tsx'
import { useOpenReport } from '../state/report.ts'
import { IconLink } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ChatsPane } from './chats-pane.tsx'
import styles from './conversation-page.module.css'
import { ConversationView } from './conversation-view.tsx'
import { LoadingHeading } from '../feedback/loading-heading.tsx'

/**
 * One conversation, fetched by its id or by the other member; on a wide screen beside the list of all. If the viewer blocks the member or deletes the
 * conversation elsewhere, the list follows; a dialog in which the member is reported is finished first.
 */
export function ConversationPage({ question }: { question: { conversation: string } | { member: string } }) {
  const { data, error, refetch } = useQuery(queryOf('getChat', question))
  const reporting = useOpenReport() !== null
  const { navigate } = useRouter()
  const known = !!data?.conversation_id
  const gone = isNotFound(error) && !reporting
  useEffect(() => {
    if (gone && known) navigate(href('chats'), { replace: true })
  }, [gone, known, navigate])
  return (
    <div className={styles.panes} data-compose={'member' in question ? '' : undefined}>
      <ChatsPane current={data?.conversation_id ?? null} />
      {data && !gone ? (
        <ConversationView key={data.profile?.id ?? ''} chat={data} refetch={() => void refetch()} />
      ) : error && !known ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
    </div>
  )
}

function Failed({ error, retry }: { error: Error; retry: () => void }) {
  const t = useT()
  const chats = useLink('chats')
  return (
    <div className={styles.failed}>
      <IconLink icon="back" label={t('chat.back')} {...chats} />
      {isNotFound(error) ? <NotFound /> : <LoadFailed title={t('chat.load_failed_title')} level={1} error={error} retry={retry} />}
    </div>
  )
}

/** The skeleton of a conversation that is loading. */
function Waiting() {
  const t = useT()
  const chats = useLink('chats')
  return (
    <div aria-busy="true">
      <LoadingHeading />
      <div className={styles.waitingHead}>
        <IconLink icon="back" label={t('chat.back')} {...chats} />
        <Skeleton shape="circle" />
        <Skeleton width="short" />
      </div>
      <div className={styles.waiting}>
        {(['theirs', 'theirs', 'mine', 'theirs', 'mine'] as const).map((side, index) => (
          <div key={index} className={styles[side]}>
            <Skeleton shape="block" />
          </div>
        ))}
      </div>
    </div>
  )
}
