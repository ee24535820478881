import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import { attempt } from '../api/call.ts'
import { queryOf } from '../api/queries.ts'
import { useMessage, useT } from '../site/site.tsx'

/** Sends the activation mail again; `text` says how it went, empty before. */
export function useResendActivation(): { busy: boolean; text: string; resend: () => Promise<void> } {
  const t = useT()
  const message = useMessage()
  const queryClient = useQueryClient()
  const [state, setState] = useState({ busy: false, text: '' })

  async function resend() {
    setState({ busy: true, text: '' })
    try {
      const answer = await attempt('resendActivation', { body: {} })
      if (!answer) return
      setState({ busy: false, text: t(answer.status === 'sent' ? 'activation.sent' : 'activation.confirmed') })
      if (answer.status === 'confirmed') void queryClient.invalidateQueries({ queryKey: queryOf('getUser').queryKey })
    } catch (failure) {
      const { error } = asApiError(failure)
      setState({ busy: false, text: message(error.message_key, error.params) })
    }
  }

  return { ...state, resend }
}
