import type { PageProps } from '../registry.ts'
import { History } from './history.tsx'
import { Payment } from './payment.tsx'

/** One payment as it stands, or all of them. */
export default function TransactionsPage({ params: { id }, search }: PageProps) {
  return id === undefined ? <History page={search.get('page') ?? '1'} /> : <Payment id={id} />
}
