import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointInput } from '../../shared/api/endpoint.ts'
import type { ErrorBody } from '../../shared/api/errors.ts'
import { FORMS } from '../../shared/forms/forms.ts'
import { href } from '../../shared/routes/match.ts'
import { asApiError } from '../api/api-error.ts'
import { attempt } from '../api/call.ts'
import { useRouter } from '../router/context.ts'
import { stillHere } from '../router/still-here.ts'
import { useUser } from '../session/use-user.ts'
import { useRestored } from '../site/use-restored.ts'
import { forgetOrder, keyForOrder } from './unanswered-order.ts'

type NewOrder = EndpointInput<Contract['createPayment']>['body']

/**
 * Orders what a form says, once for each press, and goes on to the provider's page, or to the order's own if there is nothing to do there, unless the
 * member has moved on meanwhile. The same order, sent again because no answer came, has the same key. What has changed since is shown before anything
 * can be ordered.
 * @param refused why the same form was refused when it was sent without a script
 */
export function useOrder(refused: ErrorBody['error'] | null) {
  const queryClient = useQueryClient()
  const { navigate } = useRouter()
  const user = useUser()?.id ?? ''
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState(refused)

  useRestored(() => setBusy(false))

  async function order(form: HTMLFormElement): Promise<void> {
    if (busy) return
    const wanted = FORMS.createPayment(new FormData(form)) as NewOrder
    setBusy(true)
    setError(null)
    const isHere = stillHere()
    try {
      const begun = await attempt('createPayment', { body: wanted, idempotencyKey: keyForOrder(user, wanted) })
      if (begun === false) return
      forgetOrder(user)
      if (!isHere()) setBusy(false)
      else if (begun.next === null) navigate(href('transactions-id', { id: begun.payment_id }))
      else window.location.assign(begun.next)
    } catch (failure) {
      const { status, error: why } = asApiError(failure)
      // A refusal is final; whether an order without an answer arrived is unknown, so its key stays.
      if (status > 0 && status < 500) {
        forgetOrder(user)
        // What can be bought, at what price and how may have changed since, here or in another tab.
        await queryClient.invalidateQueries({ queryKey: ['getCredits'] })
      }
      setError(why)
      setBusy(false)
    }
  }

  return { order, busy, error }
}
