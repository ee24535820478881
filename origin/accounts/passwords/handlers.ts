import { passwords } from '../../../shared/api/passwords.ts'
import { implement } from '../../http/handler.ts'
import { EVEN_TIME } from '../even-time.ts'
import { requestPasswordReset } from '../links/request-password-reset.ts'
import { prepareReset, resetPassword } from '../links/reset-password.ts'
import { changePassword } from './change-password.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import { checkOwnPassword } from './own-password.ts'
import { hashPassword } from './passwords.ts'

export const handlers = implement(passwords, {
  requestPasswordReset: {
    atLeast: EVEN_TIME,
    async prepare() {
      return async (context) => {
        await requestPasswordReset(context)
        return { status: 'check_mail' }
      }
    }
  },

  resetPassword: {
    async prepare(before) {
      const passwordHash = await prepareReset(before)
      return async (context) => {
        await resetPassword(context, passwordHash)
        return { status: 'changed' }
      }
    }
  },

  changePassword: {
    atLeast: EVEN_TIME,
    async prepare(before) {
      refuseCommonPassword(before.body.password)
      const own = await checkOwnPassword(before, before.body.old_password)
      const passwordHash = own.right ? await hashPassword(before.body.password) : null
      return async (context) => {
        await changePassword(context, own, passwordHash)
        return { status: 'changed' }
      }
    }
  }
})
