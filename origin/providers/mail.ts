/** A mail ready to be sent. Lines are plain text with everything filled in. */
export interface OutgoingMail {
  from: { name: string; address: string }
  to: string
  subject: string
  text: string
  html: string
  /** Address that unsubscribes from such mails with one POST (RFC 8058); null for mails about the account itself. */
  unsubscribe: string | null
  /** The same at every attempt, so that a receiver recognizes a repeated mail. */
  messageId: string
}

/** Sends mails. */
export interface MailTransport {
  /** Sends one mail; rejects when it wasn't accepted: with `AddressRefused` for good, with any other error it is retried later. */
  send(mail: OutgoingMail): Promise<void>
  /** Nothing is sent: the outbox rows are the mailbox and keep their content. */
  caught?: true
  close(): void
}

/** Thrown for an address that accepts no mail: its server has refused it, and would refuse it again. */
export class AddressRefused extends Error {}

/** Sends nothing: the outbox row is the mailbox, read at `/__dev/mail`. */
export function createCaughtTransport(): MailTransport {
  return { send: async () => {}, caught: true, close: () => {} }
}
