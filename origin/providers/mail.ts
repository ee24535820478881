import { createTransport } from 'nodemailer'

/** A mail ready to go. Lines are plain text; nothing is filled in any more. */
export interface OutgoingMail {
  from: { name: string; address: string }
  to: string
  subject: string
  text: string
  html: string
  /** Address that ends such mails by one POST (RFC 8058); null for mails about the account itself. */
  unsubscribe: string | null
  /** The same at every attempt, so that a receiver knows a repeated one. */
  messageId: string
}

/** The way mails leave the house. */
export interface MailTransport {
  /** Hands one mail over; rejects when it was not taken, and then it is tried again later. */
  send(mail: OutgoingMail): Promise<void>
  /** Nothing leaves: the rows of `mails` are the mailbox and keep what they say. */
  caught?: true
  close(): void
}

/** The library reads a list of readers out of an address with a comma, a bracket or a line end in it. */
const ONE_ADDRESS = /^[^\s,;:<>()"@]{1,64}@[^\s,;:<>()"@]{1,255}$/

/** Sends by the server of an `smtp://` or `smtps://` URL over at most two connections. */
export function createSmtpTransport(url: string): MailTransport {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // Mails hold text of members: nothing in them may name a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true
  })
  return {
    async send({ to, unsubscribe, ...mail }) {
      if (!ONE_ADDRESS.test(to)) throw new Error('The address of a mail is none, or more than one')
      await transport.sendMail({
        ...mail,
        to,
        envelope: { from: mail.from.address, to },
        headers:
          unsubscribe === null ? {} : { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
      })
    },
    close: () => transport.close()
  }
}

/** Sends nothing: the row in `mails` is the mailbox, read at `/__dev/mail`. */
export function createCaughtTransport(): MailTransport {
  return { send: async () => {}, caught: true, close: () => {} }
}
