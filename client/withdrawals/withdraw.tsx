import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import { attempt, newIdempotencyKey } from '../api/call.ts'
import { queryOf } from '../api/queries.ts'
import { useErrorToast } from '../feedback/use-error-toast.ts'
import { useMoney } from '../shop/use-money.ts'
import { useSite, useT } from '../site/site.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Cluster, Stack } from '../ui/layout.tsx'

type Withdrawable = EndpointOutput<Contract['listWithdrawable']>['orders'][number]

/** Withdrawing from one order, on its own page; nothing where that isn't possible (any more). */
export function Withdraw({ id }: { id: string }) {
  const { data } = useQuery({ ...queryOf('listWithdrawable'), throwOnError: false })
  const [done, setDone] = useState('')
  const order = data?.orders.find(({ payment_id: one }) => one === id)
  return (
    <div className="needs-script">
      <p role="status">{done}</p>
      {order && <WithdrawFrom order={order} onDone={setDone} />}
    </div>
  )
}

/** What can be withdrawn from, with the button that the law asks for, and the step that confirms it. `onDone` gets what to say afterwards. */
export function WithdrawFrom({ order, onDone }: { order: Withdrawable; onDone: (sentence: string) => void }) {
  const t = useT()
  const money = useMoney()
  const { translator } = useSite()
  const [open, setOpen] = useState(false)
  const { reference, credits, until, time_zone: timeZone } = order
  const amount = money(order.amount, order.currency)
  const date = translator.intl.formatDate(until, { dateStyle: 'long', timeZone })
  return (
    <Stack>
      <p>{t('withdrawal.order', { reference, credits, amount, until: date })}</p>
      <Cluster>
        <Button variant="secondary" small onClick={() => setOpen(true)}>
          {t('withdrawal.open')}
        </Button>
      </Cluster>
      {open && <Confirm order={order} onClose={() => setOpen(false)} onDone={() => onDone(t('withdrawal.done', { amount }))} />}
    </Stack>
  )
}

function Confirm({ order, onClose, onDone }: { order: Withdrawable; onClose: () => void; onDone: () => void }) {
  const t = useT()
  const money = useMoney()
  const showError = useErrorToast()
  const queryClient = useQueryClient()
  const [key] = useState(newIdempotencyKey)
  const { mutate, isPending } = useMutation({
    // One press, one request, which fails at once without a connection: nothing happens later that the member has decided against.
    networkMode: 'always',
    mutationFn: () => attempt('withdraw', { body: { payment_id: order.payment_id }, idempotencyKey: key }),
    onSuccess: async (answer) => {
      if (!answer) return
      // The order leaves the list, and this dialog with it.
      onDone()
      for (const endpoint of ['listWithdrawable', 'getUser', 'getPayment']) await queryClient.invalidateQueries({ queryKey: [endpoint] })
    },
    onError: showError
  })
  return (
    <Dialog open onClose={onClose} title={t('withdrawal.title')} closeLabel={t('withdrawal.cancel')}>
      <Stack>
        <p>{t('withdrawal.text', { reference: order.reference, credits: order.credits, amount: money(order.amount, order.currency) })}</p>
        <Button wide busy={isPending} busyLabel={t('form.sending')} onClick={() => mutate()}>
          {t('withdrawal.confirm')}
        </Button>
        <Button variant="quiet" wide onClick={onClose}>
          {t('withdrawal.cancel')}
        </Button>
      </Stack>
    </Dialog>
  )
}
