import { createTransport } from 'nodemailer'
import { AddressRefused, type MailTransport } from './mail.ts'

/** Replies to `RCPT TO` that are about us rather than the recipient: a policy rejects us, or our sender is unknown (RFC 3463). */
const ABOUT_US = /^[245]\.(?:7\.\d+|1\.[78])\b/
/** The same from servers that only say it in words. */
const ABOUT_US_IN_WORDS = /sender|relay|authenticat|block|spam|policy/i

/** The library's error for a mail that wasn't accepted. */
type SmtpError = Error & { command?: string; responseCode?: number; response?: string }

/**
 * Has the server refused the address itself for good? Replies about our log-in, our sender or the text don't count, nor do temporary ones.
 */
function isRefusalOfAddress({ command, responseCode = 0, response = '' }: SmtpError): boolean {
  // 500 to 504 are about how we speak, 530 and above about who we are.
  const refused = (responseCode >= 550 && responseCode <= 554) || responseCode === 556
  if (command !== 'RCPT TO' || !refused) return false
  const words = response.replace(/^\d{3}[ -]/, '')
  return /^\d\.\d+\.\d+\b/.test(words) ? !ABOUT_US.test(words) : !ABOUT_US_IN_WORDS.test(words)
}

/** The library would parse an address with a comma, a bracket or a line break as a list of recipients. */
const ONE_ADDRESS = /^[^\s,;:<>()"@]{1,64}@[^\s,;:<>()"@]{1,255}$/

/** Sends through the server of an `smtp://` or `smtps://` URL over at most two connections. */
export function createSmtpTransport(url: string): MailTransport {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // Mails contain members' text, which must not make the library read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true
  })
  return {
    async send({ to, unsubscribe, ...mail }) {
      if (!ONE_ADDRESS.test(to)) throw new Error('A mail must have exactly one address')
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
