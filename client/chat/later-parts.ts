import { later } from '../site/later.tsx'
import type { AnsweringProps, MessageToolsProps, GesturesProps } from './later-props.ts'

// Parts that a conversation shows only sometimes: they are loaded when needed, since the page is at its weight limit.

const TEXTS = ['acts']

/** The buttons of a message that is on the server. */
export const MessageTools = later<MessageToolsProps>(() => import('./message-tools.tsx'), TEXTS)

/** Swipes, quick taps and arrow keys on messages. */
export const Gestures = later<GesturesProps>(() => import('./gestures.tsx'))

/** Why a message was not sent, and what can be done with it. */
export const Failure = later<MessageToolsProps>(() => import('./failure.tsx'), ['costs', 'chat-list'])

/** A warning above the other member's first message if it asks for money or another messenger. */
export const MoneyWarning = later<MessageToolsProps>(() => import('./money-warning.tsx'))

/** Above the composer: what is being answered. */
export const Answering = later<AnsweringProps>(() => import('./answering.tsx'), TEXTS)

/** Offers a notification of the answer. */
export const AskToNotify = later<{ name: string }>(() => import('./ask-to-notify.tsx'), TEXTS)
