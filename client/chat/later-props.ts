import type { RefObject } from 'react'
import type { Conversation } from '../../shared/api/chats.ts'
import type { MemberCard } from '../../shared/api/members.ts'
import type { MessageCost } from './use-message-cost.ts'
import type { Bubble, ConversationEngine } from './conversation.ts'
import type { Content } from '../../shared/api/message.ts'

export interface GiftBubbleProps {
  gift: Extract<Content, { type: 'gift' }>
  mine: boolean
  /** The other member's name. */
  name: string
  onLink: (link: URL) => void
}

export interface PhotoBubbleProps {
  /** Its address on the server; null while it is on its way, with its file. */
  conversation: string | null
  position: number | null
  file: Blob | undefined
  state: 'shown' | 'blurred'
  /** Its width by its height, if it is known. */
  ratio: number | undefined
  mine: boolean
  /** The other member's name. */
  name: string
  onShow: () => void
}

export interface PhotoDialogProps {
  /** What was chosen. */
  file: File
  member: Pick<MemberCard, 'id' | 'name'>
  /** What the message costs. */
  credits: number
  canTakeBack: boolean
  /** Called when it is on its way and shown in the conversation. */
  onSent: () => void
  onClose: () => void
}

/** The head of a conversation, and its menu. */
export interface HeadProps {
  chat: Conversation
  /** Null until the first message is sent. */
  conversation: string | null
  onReport: (() => void) | null
}

export interface ChatToolsProps {
  chat: Pick<Conversation, 'profile' | 'accepts_gifts' | 'accepts_photos' | 'can_take_back'>
  /** What the next message costs. */
  credits: number
  onSent: () => void
}

/** What is said about the price of the next message. */
export interface CostNoticeProps {
  cost: MessageCost
  name: string
}

export interface ExternalLinkDialogProps {
  to: URL
  onClose: () => void
}

/** What a member can do with a message. */
export interface MessageActs {
  report: (message: string) => void
  retry: (message: Bubble) => void
  discard: (key: string) => void
  /** Gives it a heart, or takes it away. */
  heart: (message: Bubble) => void
  reply: (message: Bubble) => void
  /** False where no message can be taken back. */
  takeBack: false | ((message: Bubble) => void)
  /** Shows a photo that is blurred. */
  showPhoto: (message: Bubble) => void
  /** Shows the message at a position. */
  show: (position: number) => void
  /** A link of it was chosen. */
  openLink: (to: URL) => void
}

export interface MessageToolsProps {
  bubble: Bubble
  acts: MessageActs
}

/** Is called with the line of a message. */
export type OnMessageLine = (line: HTMLElement) => void

export interface GesturesProps {
  /** The element that contains the messages. */
  list: RefObject<HTMLElement | null>
  /** The message at a position, if it is loaded. */
  find: (position: number) => Bubble | undefined
  engine: ConversationEngine
  /** The message to show, a new object each time. */
  wanted: { position: number } | null
  acts: MessageActs
}

export interface AnsweringProps {
  to: Bubble
  /** The message in short. */
  words: string
  /** The other member's name. */
  name: string
  onCancel: () => void
}
