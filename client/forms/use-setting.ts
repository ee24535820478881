import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Contract, EndpointName } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import { queryOf } from '../api/queries.ts'

type Answer<N extends EndpointName> = EndpointOutput<Contract[N]>

/**
 * Something that counts as soon as it is changed: shown in the same moment, taken back when the server refuses. Changes of one question
 * follow one another, so that the last one wins.
 * @param question what is asked for the setting; its answer is what `write` answers too
 * @param show the answer as it will be
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
  const mutation = useMutation({
    scope: { id: question },
    mutationFn: write,
    onSuccess: (answer) => answer && queryClient.setQueryData<Answer<N> | null>(key, answer),
    onSettled: (_, __, changes) => setWaiting((list) => list.filter((one) => one !== changes))
  })
  return {
    /** As it is shown; undefined or null until it has come. */
    data: data && waiting.reduce(show, data as Answer<N>),
    isError,
    refetch,
    saving: { isPending: mutation.isPending, isSuccess: mutation.isSuccess, error: mutation.error },
    change: (changes: Changes) => {
      setWaiting((list) => [...list, changes])
      mutation.mutate(changes)
    }
  }
}
