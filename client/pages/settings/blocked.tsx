import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { attempt } from '../../api/call.ts'
import { useErrorToast } from '../../feedback/use-error-toast.ts'
import { useSite, useT } from '../../site/site.tsx'
import { useTimeZone } from '../../site/use-time-zone.ts'
import { blockScope, sendUnblock, setBlocked } from '../../members/use-block.ts'
import { openReport } from '../../state/report.ts'
import { showToast } from '../../state/toasts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Section, Waiting } from './section.tsx'
import styles from './settings.module.css'

const KEY = ['listBlocked', 'pages'] as const

/** Members that this member has blocked, by name; the only place to find them again. */
export function Blocked() {
  const t = useT()
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = useInfiniteQuery({
    queryKey: KEY,
    queryFn: async ({ pageParam, signal }) =>
      (await attempt('listBlocked', { query: { page: String(pageParam) }, signal })) || { blocked: [], total: 0, page: 1 },
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.reduce((sum, { blocked }) => sum + blocked.length, 0) < last.total ? last.page + 1 : null)
  })
  const blocked = [...new Map(data?.pages.flatMap((page) => page.blocked).map((member) => [member.id, member])).values()]
  return (
    <Section title={t('settings.blocked')} lead={t('settings.blocked_lead')}>
      {!data && <Waiting failed={isError} onRetry={() => void refetch()} />}
      {data && blocked.length === 0 && <p>{t('settings.blocked_none')}</p>}
      {blocked.length > 0 && (
        <ul className={styles.rows}>
          {blocked.map((member) => (
            <Member key={member.id} {...member} />
          ))}
        </ul>
      )}
      {isFetchNextPageError && !isFetchingNextPage ? (
        <Waiting failed onRetry={() => void fetchNextPage()} />
      ) : (
        hasNextPage && (
          <Button variant="secondary" busy={isFetchingNextPage} busyLabel={t('form.sending')} onClick={() => void fetchNextPage()}>
            {t('settings.show_more')}
          </Button>
        )
      )}
    </Section>
  )
}

function Member({ id, name, blocked_at }: { id: string; name: string; blocked_at: string }) {
  const t = useT()
  const showError = useErrorToast()
  const { translator } = useSite()
  const timeZone = useTimeZone()
  const queryClient = useQueryClient()
  const unblock = useMutation({
    scope: blockScope(id),
    mutationFn: () => sendUnblock(id),
    async onSuccess() {
      void setBlocked(queryClient, id, false)
      showToast({ text: t('settings.unblocked', { member: name }), tone: 'success' })
      // The list is already being refetched.
      await queryClient.invalidateQueries({ queryKey: KEY }, { cancelRefetch: false })
    },
    onError: showError
  })
  return (
    <li className={styles.row}>
      <span className={styles.who}>
        <bdi>{name}</bdi>
        <span className={styles.since}>
          {t('settings.blocked_since', {
            date: translator.intl.formatDate(blocked_at, { dateStyle: 'medium', timeZone })
          })}
        </span>
      </span>
      <IconButton
        icon="flag"
        label={t('safety.report', { member: name })}
        onClick={() => openReport({ about: { member: id }, name, blockable: null })}
      />
      <Button
        variant="secondary"
        small
        aria-label={t('block.unblock', { member: name })}
        busy={unblock.isPending}
        busyLabel={t('form.sending')}
        onClick={() => unblock.mutate()}
      >
        {t('settings.unblock')}
      </Button>
    </li>
  )
}
