import { signup } from '../../../shared/api/signup.ts'
import { completion } from '../../../shared/api/completion.ts'
import { account } from '../../../shared/api/account.ts'
import { leavingOffer, takeLeavingOffer } from '../../discounts/leaving-offer.ts'
import { implement } from '../../http/handler.ts'
import { worthOfUnused } from '../../withdrawals/refund-unused.ts'
import { EVEN_TIME, SIGNUP_TIME } from '../even-time.ts'
import { activate } from '../links/activate.ts'
import { readLinkPassword } from '../links/link-password.ts'
import { resendActivation } from '../links/send-activation.ts'
import { checkOwnPassword } from '../passwords/own-password.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { finishAgeCheck, startAgeCheck } from './age-check.ts'
import { completeSignup } from './complete-signup.ts'
import { deleteAccount } from './delete-account.ts'
import { resendSignup } from './resend-signup.ts'
import { checkSignUp, signUp } from './sign-up.ts'

export const handlers = {
  ...implement(signup, {
    signUp: {
      atLeast: SIGNUP_TIME,
      async prepare(before) {
        checkSignUp(before)
        const passwordHash = await hashPassword(before.body.password)
        return async (context) => {
          await signUp(context, passwordHash)
          return { status: 'check_mail' }
        }
      }
    },

    resendSignup: {
      atLeast: EVEN_TIME,
      async prepare() {
        return async (context) => {
          await resendSignup(context)
          return { status: 'check_mail' }
        }
      }
    },

    startAgeCheck: async (context) => ({ url: startAgeCheck(context) }),

    finishAgeCheck: async (context) => ({ proven: await finishAgeCheck(context) }),

    activate: {
      async prepare(before) {
        const password = await readLinkPassword(before)
        return async (context) => {
          await activate(context, context.body.token, password)
          return { status: 'confirmed' }
        }
      }
    },

    resendActivation: {
      atLeast: EVEN_TIME,
      async prepare() {
        return async (context) => ({ status: await resendActivation(context, context.viewer.id) })
      }
    }
  }),

  ...implement(completion, {
    completeSignup: async (context) => ({ next: await completeSignup(context) })
  }),

  ...implement(account, {
    getLeaving: async (context) => ({ unused: await worthOfUnused(context.db, context.viewer.id), offer: await leavingOffer(context) }),

    takeLeavingOffer: async (context) => {
      const { expires, ...taken } = await takeLeavingOffer(context)
      return { ...taken, expires: expires.toISOString() }
    },

    deleteAccount: {
      atLeast: EVEN_TIME,
      async prepare(before) {
        const own = await checkOwnPassword(before, before.body.password)
        return async (context) => {
          await deleteAccount(context, own)
          return { status: 'deleted' }
        }
      }
    }
  })
}
