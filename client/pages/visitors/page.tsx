import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Contract } from '../../../shared/api/contract.ts'
import type { EndpointOutput } from '../../../shared/api/endpoint.ts'
import { KEPT_DAYS } from '../../../shared/rules/retention.ts'
import { write } from '../../api/call.ts'
import { queryOf } from '../../api/queries.ts'
import { LoadFailed } from '../../feedback/load-failed.tsx'
import { FoundMember } from '../../members/found-member.tsx'
import { LikesTabs } from '../../likes/likes-tabs.tsx'
import { useLink } from '../../router/link.tsx'
import { moveCounter } from '../../session/counters.ts'
import { useSite, useT } from '../../site/site.tsx'
import { useVisible } from '../../state/visible.ts'
import { Tag } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CardGrid, Stack } from '../../ui/layout.tsx'
import { MemberCardSkeletons } from '../../ui/member-card.tsx'

type Visits = EndpointOutput<Contract['listVisits']>

/** Who opened the member's profile, the newest first. */
export default function Page() {
  const t = useT()
  const { data, error, refetch } = useQuery(queryOf('listVisits'))
  const fresh = useFresh(data)
  return (
    <Stack gap={4}>
      <h1>{t('visitors.heading')}</h1>
      <LikesTabs current="visitors" />
      {data ? <List {...data} fresh={fresh} /> : error ? <Failed error={error} retry={() => void refetch()} /> : <MemberCardSkeletons />}
    </Stack>
  )
}

/** The visits that were new while this page has been open: seen as soon as it is in front, and still marked. */
function useFresh(data: Visits | null | undefined): ReadonlySet<string> {
  const queryClient = useQueryClient()
  const isVisible = useVisible()
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const added = (data?.visits ?? []).filter(({ id, visit_new: isNew }) => isNew && !fresh.has(id))
  if (added.length > 0) setFresh(new Set([...fresh, ...added.map(({ id }) => id)]))
  const unseen = data?.total_new ?? 0
  useEffect(() => {
    if (unseen === 0 || !isVisible) return
    moveCounter(queryClient, 'num_new_visits', -unseen)
    // As many may have come when the page is fetched again: those are to be seen as well.
    queryClient.setQueryData(queryOf('listVisits').queryKey, (known) => known && { ...known, total_new: 0 })
    // It has already been retried, and nothing depends on it: the visits are simply shown as new again next time.
    write('seeVisits', {}).catch(() => {})
  }, [queryClient, unseen, isVisible])
  return fresh
}

function List({ shown, visits, fresh }: Visits & { fresh: ReadonlySet<string> }) {
  const t = useT()
  const { translator } = useSite()
  const settings = useLink('settings')
  const search = useLink('members')
  if (!shown) {
    return (
      <EmptyState art="letter" title={t('visitors.off_title')} action={<LinkButton {...settings}>{t('visitors.off_action')}</LinkButton>}>
        {t('visitors.off_text')}
      </EmptyState>
    )
  }
  if (visits.length === 0) {
    return (
      <EmptyState art="hearts" title={t('visitors.none_title')} action={<LinkButton {...search}>{t('likes.none_action')}</LinkButton>}>
        {t('visitors.none_text', { count: KEPT_DAYS.visit })}
      </EmptyState>
    )
  }
  const day = (date: string) => translator.intl.formatDate(date, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  return (
    <CardGrid>
      {visits.map((visit, index) => (
        <li key={visit.id}>
          <FoundMember
            member={visit}
            eager={index < 6}
            tag={fresh.has(visit.id) ? <Tag tone="brand">{t('likes.new')}</Tag> : <Tag tone="picture">{day(visit.visited_on)}</Tag>}
          />
        </li>
      ))}
    </CardGrid>
  )
}

function Failed(why: { error: Error; retry: () => void }) {
  return <LoadFailed title={useT()('visitors.failed_title')} {...why} />
}
