import type { Bubble } from './conversation.ts'

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
