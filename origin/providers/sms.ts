/** A text message ready to be sent. */
export interface OutgoingSms {
  /** E.164, such as +31612345678. */
  to: string
  text: string
}

/** Sends text messages. */
export interface SmsProvider {
  /** Sends one; rejects when it wasn't accepted: with `NumberRefused` for good, with any other error it is retried later. */
  send(sms: OutgoingSms): Promise<void>
  /** Nothing is sent: the outbox rows are the mailbox and keep their content. */
  caught?: true
}

/** Thrown for a number that no text message can be sent to. */
export class NumberRefused extends Error {}

/** How long the provider may take, in ms. */
const DEADLINE = 10_000

/** Twilio's codes for a number that is invalid, can't receive text messages, or has opted out. */
const REFUSED: ReadonlySet<number | undefined> = new Set([21211, 21610, 21612, 21614, 21635])

/**
 * Sends through Twilio's Messages API, which other providers offer too. The address contains everything:
 * `https://<account>:<token>@api.twilio.com?from=<sender>`, where the sender is a number, a name of at most 11 letters, or a messaging service
 * (`MG…`).
 */
export function createTwilioSms(address: string): SmsProvider {
  const { origin, username, password, searchParams } = new URL(address)
  const from = searchParams.get('from') ?? ''
  const account = decodeURIComponent(username)
  const authorization = `Basic ${Buffer.from(`${account}:${decodeURIComponent(password)}`).toString('base64')}`
  return {
    async send({ to, text }) {
      const answer = await fetch(`${origin}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ To: to, [from.startsWith('MG') ? 'MessagingServiceSid' : 'From']: from, Body: text }).toString(),
        redirect: 'error',
        signal: AbortSignal.timeout(DEADLINE)
      })
      if (answer.ok) return
      const { code } = (await answer.json().catch(() => ({}))) as { code?: number }
      if (REFUSED.has(code)) throw new NumberRefused(`the number takes no text messages (${code})`)
      throw new Error(`the provider of text messages answered ${answer.status}${code === undefined ? '' : ` (${code})`}`)
    }
  }
}

/** Sends nothing: the outbox row is the mailbox, read at `/__dev/mail`. */
export function createCaughtSms(): SmsProvider {
  return { send: async () => {}, caught: true }
}
