import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { creditsQuery } from '../../shared/routes/credits-query.ts'
import type { PaymentMethod } from '../../shared/tenants/selling.ts'
import { queryOf } from '../api/queries.ts'
import { useRouter } from '../router/context.ts'

/** What can be bought in the payment country, with the code of the address. `method`: some codes are only for some ways to pay. */
export function useCredits(method?: PaymentMethod) {
  const { location } = useRouter()
  const query = creditsQuery(location.search)
  return useQuery({ ...queryOf('getCredits', method ? { ...query, method } : query), placeholderData: keepPreviousData })
}

/** The code of the address, for links that keep it. */
export function useCode(): { code: string | undefined } {
  return { code: creditsQuery(useRouter().location.search).code }
}
