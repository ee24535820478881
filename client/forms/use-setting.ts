import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Contract, EndpointName } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import { queryOf } from '../api/queries.ts'
import { useLateErrorToast } from './use-late-error-toast.ts'

type Answer<N extends EndpointName> = EndpointOutput<Contract[N]>

/**
 * A setting that takes effect as soon as it is changed: shown immediately, reverted when the server refuses, with the reason here or, on a page that
 * is gone by then, in a toast. Changes to one query run one after another, so that the last one wins.
 * @param question the query for the setting; `write` returns the same type
 * @param show returns the answer as it will be after the change
 */
export function useSetting<N extends EndpointName, Changes extends object>(
  question: N,
  write: (changes: Changes) => Promise<Answer<N> | false>,
  show: (answer: Answer<N>, changes: Changes) => Answer<N>
) {
  const queryClient = useQueryClient()
  const { queryKey, ...options } = queryOf(question)
  const key: readonly unknown[] = queryKey
  const { data, isError, refetch } = useQuery({ ...options, queryKey })
  const [waiting, setWaiting] = useState<readonly Changes[]>([])
  /** Why a change was refused. It stays although a later change that was queued behind it succeeds. */
  const [refusal, setRefusal] = useState<Error | null>(null)
  const tellLate = useLateErrorToast()
  const mutation = useMutation({
    scope: { id: question },
    mutationFn: write,
    onSuccess: (answer) => answer && queryClient.setQueryData<Answer<N> | null>(key, answer),
    onError: (error) => {
      setRefusal(error)
      tellLate(error)
    },
    onSettled: (_, __, changes) => setWaiting((list) => list.filter((one) => one !== changes))
  })
  return {
    /** The value to show; undefined or null until it is loaded. */
    data: data && waiting.reduce(show, data as Answer<N>),
    isError,
    refetch,
    saving: { isPending: mutation.isPending, isSuccess: mutation.isSuccess && !refusal, error: refusal },
    change: (changes: Changes) => {
      if (waiting.length === 0) setRefusal(null)
      setWaiting((list) => [...list, changes])
      mutation.mutate(changes)
    }
  }
}
