import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointInput } from '../../shared/api/endpoint.ts'
import { href } from '../../shared/routes/match.ts'
import { type ApiError, asApiError } from '../api/api-error.ts'
import { attempt, newIdempotencyKey } from '../api/call.ts'
import { useRouter } from '../router/context.ts'

type NewOrder = EndpointInput<Contract['createPayment']>['body']

/**
 * Orders, once for each press, and goes on to the provider's page, or to the order's own if there is nothing to do there. The same order, sent again because no answer
 * came, has the same key. A price that has changed since is shown before anything can be ordered.
 */
export function useOrder() {
  const queryClient = useQueryClient()
  const { navigate } = useRouter()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const intent = useRef({ order: '', key: '' })

  useEffect(() => {
    // Coming back from the provider's page by the browser's back button shows this page as it was left.
    const back = ({ persisted }: PageTransitionEvent) => persisted && setBusy(false)
    window.addEventListener('pageshow', back)
    return () => window.removeEventListener('pageshow', back)
  }, [])

  async function order(wanted: NewOrder): Promise<void> {
    if (busy) return
    const text = JSON.stringify(wanted)
    if (intent.current.order !== text) intent.current = { order: text, key: newIdempotencyKey() }
    setBusy(true)
    setError(null)
    try {
      const begun = await attempt('createPayment', { body: wanted, idempotencyKey: intent.current.key })
      if (begun === false) return
      intent.current = { order: '', key: '' }
      if (begun.next === null) navigate(href('transactions-id', { id: begun.payment_id }))
      else window.location.assign(begun.next)
    } catch (failure) {
      const refused = asApiError(failure)
      // A refusal is final; whether an order without an answer arrived is unknown, so its key stays.
      if (refused.status > 0 && refused.status < 500) intent.current = { order: '', key: '' }
      // A mandate may have been revoked in another tab: the page then leads to a new one.
      if (refused.code === 'price_changed' || refused.code === 'mandate_needed')
        await queryClient.invalidateQueries({ queryKey: ['getCredits'] })
      setError(refused)
      setBusy(false)
    }
  }

  return { order, busy, error }
}
