import type { QueryClient } from '@tanstack/react-query'
import type { Contract, EndpointName } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'

/** Changes every cached answer of an endpoint. The answer keeps its age, so that pages don't take it for a newly loaded one. */
export function changeAnswers<N extends EndpointName>(
  queryClient: QueryClient,
  entry: N,
  update: (answer: EndpointOutput<Contract[N]>) => EndpointOutput<Contract[N]>
): void {
  for (const { queryKey, state } of queryClient.getQueryCache().findAll({ queryKey: [entry] }))
    if (state.data)
      queryClient.setQueryData(queryKey, update(state.data as EndpointOutput<Contract[N]>), { updatedAt: state.dataUpdatedAt })
}
