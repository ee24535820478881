import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Conversation } from '../../shared/api/chats.ts'
import { href } from '../../shared/routes/match.ts'
import { laterDialog } from '../feedback/later-dialog.tsx'
import { hydratedLater } from '../site/hydrated-later.tsx'
import { later } from '../site/later.tsx'
import { useT } from '../site/site.tsx'
import { usePicture } from '../members/picture.ts'
import { useRouter } from '../router/context.ts'
import { openReport } from '../state/report.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Banner } from '../ui/banner.tsx'
import type { Bubble, ConversationSnapshot } from './conversation.ts'
import { Composer } from './composer.tsx'
import { ConversationHead } from './conversation-head.tsx'
import styles from './conversation-view.module.css'
import { type MessageCost, useMessageCost } from './use-message-cost.ts'
import { useListedChat } from './listed-chat.ts'
import { markRead } from './mark-read.ts'
import { shortOf } from './short-of.ts'
import { MessageList } from './message-list.tsx'
import { Answering } from './answering-later.ts'
import { useConversation, useFreshness, useUnreadAtFirst } from './use-conversation.ts'
import { useMessageChanges } from './use-message-changes.ts'
import { useVisibleHeight } from './use-visible-height.ts'

/** Buttons to send something other than text. Their code is loaded after the page, which is at its weight limit. */
const ChatTools = hydratedLater(() => import('./chat-tools.tsx'), ['chat-photo', 'gifts'])

/** Says where a link in a message leads before the member leaves. */
const ExternalLinkDialog = laterDialog(() => import('./external-link-dialog.tsx'), ['external-link'])

/** Offers a notification of the answer. */
const AskToNotify = later(() => import('./ask-to-notify.tsx'), ['acts'])

/** A conversation: the other member, the messages, the composer. `refetch` reloads it. */
export function ConversationView({ chat, refetch }: { chat: Conversation; refetch: () => void }) {
  const t = useT()
  const conversation = useConversation(chat)
  const unreadAtFirst = useUnreadAtFirst(chat.conversation_id)
  const scroller = useRef<HTMLDivElement>(null)
  const { conversationId } = conversation.snapshot
  const { navigate } = useRouter()
  const [answering, setAnswering] = useState<Bubble | null>(null)
  const [link, setLink] = useState<URL | null>(null)
  const name = chat.profile?.name ?? t('chat.somebody_gone')

  const changes = useMessageChanges(conversation, setAnswering, chat.can_take_back)
  const cost = useMessageCost(chat, conversation.snapshot.bubbles)
  useVisibleHeight()
  useFreshness(conversation.snapshot, refetch)
  useFreshPrice(chat, conversation.snapshot, refetch)
  const setInSight = useMarkRead(conversation.snapshot)

  function report(part: { message?: string }): void {
    if (!conversationId) return
    openReport({
      about: { conversation: conversationId, ...part },
      name,
      blockable: chat.profile?.id ?? null,
      onBlocked: () => navigate(href('chats'))
    })
  }

  /** A text may have become the first paid one to a fictional profile since it was written; the composer asks for the confirmation. */
  function retry({ key, content }: Bubble): void {
    const asks = content.type === 'text' && cost.confirms && !cost.understood && chat.write_block === null
    cost.setTried(asks)
    if (!asks) conversation.outbox?.retry(key, cost.confirms ? { toFictional: true } : undefined)
  }

  return (
    <section className={styles.conversation}>
      <ConversationHead chat={chat} conversation={conversationId} onReport={conversationId ? () => report({}) : null} />
      <MessageList
        {...conversation}
        name={name}
        unreadAtFirst={unreadAtFirst}
        beginning={<Beginning chat={chat} name={name} />}
        onSeen={setInSight}
        acts={{ report: (message) => report({ message }), retry, openLink: setLink, ...changes }}
        scroller={scroller}
      />
      <footer className={`${styles.foot} when-complete`}>
        <Foot
          cost={cost}
          conversationId={conversationId}
          chat={chat}
          name={name}
          answering={answering}
          onAnswer={setAnswering}
          onSent={() => scroller.current?.scrollTo({ top: 0, behavior: 'instant' })}
        />
      </footer>
      {link && <ExternalLinkDialog to={link} onClose={() => setLink(null)} />}
    </section>
  )
}

/** Errors of refused messages that say something about the next price, or about what can be sent. */
const PRICE_CODES: ReadonlySet<string> = new Set([
  'message_price_changed',
  'not_enough_credits',
  'premium_only',
  'invalid',
  'gifts_off',
  'photos_off'
])

/** Refetches the price of the next message and what can be sent after anything that may have changed them. */
function useFreshPrice(chat: Conversation, { conversationId, bubbles }: ConversationSnapshot, refetch: () => void): void {
  const isNew = (is: (message: Pick<Bubble, 'id' | 'mine' | 'content'>) => boolean) =>
    bubbles.some((one) => one.id !== null && is(one)) && !chat.messages.some(is)
  const changed =
    // The conversation has begun.
    (conversationId !== null && chat.conversation_id === null) ||
    // The other member has sent something for the first time, or something other than a gift.
    isNew(({ mine }) => !mine) ||
    isNew(({ mine, content }) => !mine && content.type !== 'gift') ||
    // A message that was sent may have been the first paid one to a fictional profile.
    (chat.confirms_fictional && isNew(({ mine, id }) => mine && chat.messages.every((message) => message.id !== id)))
  // Messages that were refused for their price, or for what they contain.
  const refused = bubbles.filter(({ failure }) => failure && PRICE_CODES.has(failure.code)).length
  const askAgain = useEffectEvent(refetch)
  useEffect(() => {
    if (changed || refused > 0) askAgain()
  }, [changed, refused])
}

/**
 * Messages that have been visible are read: the unread count becomes 0. Returns a callback for the position of the newest message seen. While a newer
 * one is out of sight, nothing counts as read.
 */
function useMarkRead({ conversationId, newest, newestReceived }: ConversationSnapshot): (position: number) => void {
  const queryClient = useQueryClient()
  const [inSight, setInSight] = useState(0)
  const listed = useListedChat(conversationId)
  // A row that leaves the list takes no unread messages with it that the page could still read.
  const [unread, setUnread] = useState(listed?.num_unread_messages)
  if (listed && listed.num_unread_messages !== unread) setUnread(listed.num_unread_messages)
  const hasNewer = newestReceived > inSight || (listed?.last_message?.position ?? 0) > newest
  useEffect(() => {
    if (conversationId && inSight > 0 && unread !== 0 && !hasNewer) void markRead(queryClient, conversationId, inSight)
  }, [conversationId, inSight, unread, hasNewer, queryClient])
  return setInSight
}

/** The start of the conversation: who it is with, and how long messages are kept. */
function Beginning({ chat, name }: { chat: Conversation; name: string }) {
  const t = useT()
  const picture = usePicture(chat.profile?.main_image)
  return (
    <div className={styles.beginning}>
      <Avatar src={picture} alt="" size="huge" />
      {chat.profile && (
        <p className={styles.begin}>
          {chat.messages.length > 0 ? t('chat.beginning', { member: name }) : t('chat.say_hello', { member: name })}
        </p>
      )}
      <p className={styles.history}>{t('chat.history', { months: chat.history_months })}</p>
    </div>
  )
}

interface FootProps {
  cost: MessageCost
  conversationId: string | null
  chat: Conversation
  name: string
  /** The message that is being answered. */
  answering: Bubble | null
  onAnswer: (message: Bubble | null) => void
  onSent: () => void
}

/** The composer, or why there is none. Members who haven't confirmed their own address are told what that means before they write. */
function Foot({ cost, conversationId, chat, name, answering, onAnswer, onSent }: FootProps) {
  const t = useT()
  const [sent, setSent] = useState(false)
  if (chat.write_block === 'not_confirmed') return <Banner icon="mail">{t('chat.not_confirmed', { member: name })}</Banner>
  if (chat.write_block === 'deleted' || !chat.profile) return <Banner icon="info">{t('chat.deleted')}</Banner>
  return (
    <>
      {chat.own_mail_unconfirmed && (
        <Banner tone="warning" icon="mail">
          {t('chat.own_mail_unconfirmed', { member: name })}
        </Banner>
      )}
      <noscript>{t('chat.needs_script')}</noscript>
      {answering && <Answering to={answering} words={shortOf(t, answering.content)} name={name} onCancel={() => onAnswer(null)} />}
      {sent && <AskToNotify name={name} />}
      <Composer
        conversation={conversationId}
        member={chat.profile.id}
        name={name}
        limit={chat.message_length}
        draft={chat.draft}
        replyTo={answering?.position ?? undefined}
        cost={cost}
        tools={<ChatTools chat={chat} credits={cost.credits} onSent={onSent} />}
        onSent={() => {
          setSent(true)
          onAnswer(null)
          onSent()
        }}
      />
    </>
  )
}
