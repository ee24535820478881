import { links } from '../../../shared/api/links.ts'
import { mailChange } from '../../../shared/api/mail-change.ts'
import { notFound } from '../../http/http-error.ts'
import { implement } from '../../http/handler.ts'
import { EVEN_TIME } from '../even-time.ts'
import { checkOwnPassword } from '../passwords/own-password.ts'
import { changeMail } from './change-mail.ts'
import { asksPassword, isForMailsAgain, readLinkPassword } from './link-password.ts'
import { requestMailChange } from './request-mail-change.ts'
import { findToken } from './tokens.ts'
import { isUnsubscribed } from './unsubscribe.ts'
import { useToken } from './use-token.ts'

export const handlers = {
  ...implement(links, {
    getToken: async (context) => {
      const found = await findToken(context, context.query.token)
      if (!found) throw notFound()
      const isOver = found.state === 'open' && found.purpose === 'unsubscribe' && (await isUnsubscribed(context, found))
      return {
        purpose: found.purpose,
        state: isOver ? 'used' : found.state,
        asks_password: await asksPassword(context, found),
        ...((await isForMailsAgain(context.db, found)) && { mails_again: true })
      }
    },

    useToken: {
      async prepare(before) {
        const password = before.body.one_click ? null : await readLinkPassword(before)
        return (context) => useToken(context, password)
      }
    }
  }),

  ...implement(mailChange, {
    requestMailChange: {
      atLeast: EVEN_TIME,
      async prepare(before) {
        const own = await checkOwnPassword(before, before.body.password)
        return async (context) => {
          await requestMailChange(context, own)
          return { status: 'check_mail' }
        }
      }
    },

    changeMail: {
      async prepare(before) {
        const password = await readLinkPassword(before)
        return async (context) => {
          await changeMail(context, context.body.token, password)
          return { status: 'changed' }
        }
      }
    }
  })
}
