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
  /** Hands one mail over; rejects when it was not taken: with `AddressRefused` for good, with anything else it is tried again later. */
  send(mail: OutgoingMail): Promise<void>
  /** Nothing leaves: the rows of `mails` are the mailbox and keep what they say. */
  caught?: true
  close(): void
}

/** Thrown for an address that takes no mail: the server that was given it has refused it, and would refuse it again. */
export class AddressRefused extends Error {}

/** Replies to `RCPT TO` that are about us rather than the one who is to read: no policy lets us in, or our sender is unknown (RFC 3463). */
const ABOUT_US = /^[245]\.(?:7\.\d+|1\.[78])\b/
/** The same by servers that say it in words alone. */
const ABOUT_US_IN_WORDS = /sender|relay|authenticat|block|spam|policy/i

/** What the library tells of a mail that was not taken. */
type SmtpError = Error & { command?: string; responseCode?: number; response?: string }

/**
 * Has the server refused the address itself for good? Not what it says to our log-in, our sender or the text, and nothing that may
 * be better tomorrow.
 */
function isRefusalOfAddress({ command, responseCode = 0, response = '' }: SmtpError): boolean {
  // 500 to 504 are about how we speak, 530 and above about who we are.
  const refused = (responseCode >= 550 && responseCode <= 554) || responseCode === 556
  if (command !== 'RCPT TO' || !refused) return false
  const words = response.replace(/^\d{3}[ -]/, '')
  return /^\d\.\d+\.\d+\b/.test(words) ? !ABOUT_US.test(words) : !ABOUT_US_IN_WORDS.test(words)
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
      const headers =
        unsubscribe === null ? {} : { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
      try {
        await transport.sendMail({ ...mail, to, envelope: { from: mail.from.address, to }, headers })
      } catch (error) {
        throw isRefusalOfAddress(error as SmtpError) ? new AddressRefused('The address takes no mail', { cause: error }) : error
      }
    },
    close: () => transport.close()
  }
}

/** Sends nothing: the row in `mails` is the mailbox, read at `/__dev/mail`. */
export function createCaughtTransport(): MailTransport {
  return { send: async () => {}, caught: true, close: () => {} }
}
