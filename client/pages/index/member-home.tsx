import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import type { Contract } from '../../../shared/api/contract.ts'
import type { EndpointOutput } from '../../../shared/api/endpoint.ts'
import { queryOf } from '../../api/queries.ts'
import { ChatRow } from '../../chat/chat-row.tsx'
import { useTimes } from '../../chat/use-times.ts'
import { LoadFailed } from '../../feedback/load-failed.tsx'
import { FoundMember } from '../../members/found-member.tsx'
import { LikeTag } from '../../likes/like-tag.tsx'
import { Link, useLink } from '../../router/link.tsx'
import { useUser } from '../../session/use-user.ts'
import { useT } from '../../site/site.tsx'
import { useInstall } from '../../state/install.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { cx } from '../../ui/props.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './member-home.module.css'
import { NextStep } from './next-step.tsx'
import { Way } from './way.tsx'

type News = EndpointOutput<Contract['getHome']>

/** The index for logged-in members: what happened since they were last here, and one next step. */
export function MemberHome() {
  const t = useT()
  const user = useUser()
  const { data, isError, error, refetch } = useQuery(queryOf('getHome'))
  const { Invitation } = useInstall()
  const name = user?.profile?.name
  return (
    <div className={styles.page}>
      <h1>{name === undefined ? t('index.hello') : t('index.hello_name', { member: name })}</h1>
      {data ? (
        <WhatIsNew {...data} />
      ) : isError ? (
        <LoadFailed title={t('index.failed_title')} error={error} retry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
      {data && Invitation && <Invitation />}
    </div>
  )
}

function WhatIsNew({ likes, chats, people, next_step: step }: News) {
  const t = useT()
  const visits = useUser()?.num_new_visits ?? 0
  const quiet = likes.length + chats.length + people.length + visits === 0
  const faces = likes.length + people.length > 0
  return (
    <div className={cx(styles.news, faces && styles.wide)}>
      {quiet && <Quiet />}
      <div className={styles.column}>
        {chats.length > 0 && <Unread chats={chats} />}
        {visits > 0 && <Way to="visitors" icon="eye" title={t('index.visits', { count: visits })} text={t('index.visits_text')} />}
        <NextStep step={step} />
      </div>
      {faces && (
        <div className={cx(styles.column, styles.people)}>
          {likes.length > 0 && <NewLikes likes={likes} />}
          {people.length > 0 && <NewMembers people={people} />}
        </div>
      )}
      <Ways />
    </div>
  )
}

/** A part of the news with its heading and a link to all of it. */
function Part({ title, all, children }: { title: string; all: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id}>
      <div className={styles.title}>
        <h2 id={id}>{title}</h2>
        {all}
      </div>
      {children}
    </section>
  )
}

function Unread({ chats }: Pick<News, 'chats'>) {
  const t = useT()
  const times = useTimes()
  // The navigation's counter may be newer, or older, by a moment.
  const here = chats.reduce((sum, chat) => sum + chat.num_unread_messages, 0)
  const count = Math.max(useUser()?.num_unread_messages ?? 0, here)
  return (
    <Part title={t('index.messages', { count })} all={<Link to="chats">{t('index.all_messages')}</Link>}>
      <ul className={styles.chats}>
        {chats.map((chat) => (
          <ChatRow key={chat.conversation_id} entry={chat} times={times} />
        ))}
      </ul>
    </Part>
  )
}

function NewLikes({ likes }: Pick<News, 'likes'>) {
  const t = useT()
  const count = Math.max(useUser()?.num_new_likes ?? 0, likes.length)
  return (
    <Part title={t('index.likes', { count })} all={<Link to="likes">{t('index.all_likes')}</Link>}>
      <ul className={cx(styles.faces, styles.row)}>
        {likes.map((like) => (
          <li key={like.id}>
            <FoundMember member={like} eager tag={<LikeTag {...like} fresh={false} />} />
          </li>
        ))}
      </ul>
    </Part>
  )
}

function NewMembers({ people }: Pick<News, 'people'>) {
  const t = useT()
  return (
    <Part title={t('index.people')} all={<Link to="members">{t('index.search')}</Link>}>
      <ul className={styles.faces}>
        {people.map((member, index) => (
          <li key={member.id}>
            <FoundMember member={member} eager={index < 4} />
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** Other ways to meet someone. */
function Ways() {
  const t = useT()
  return (
    <div className={styles.ways}>
      <Way to="match-finder" icon="sparkle" title={t('footer.match_finder')} text={t('index.finder')} />
      <Way to="swipe-game" icon="cards" title={t('footer.swipe_game')} text={t('index.swipe')} />
    </div>
  )
}

/** Nothing new: straight to the search. */
function Quiet() {
  const t = useT()
  return (
    <EmptyState
      art="lamp"
      title={t('index.quiet')}
      action={
        <LinkButton icon="search" {...useLink('members')}>
          {t('index.search')}
        </LinkButton>
      }
    />
  )
}

function Waiting() {
  return (
    <div className={styles.waiting} aria-busy="true">
      <Skeleton width="half" />
      <Skeleton shape="block" />
      <Skeleton shape="block" />
    </div>
  )
}
