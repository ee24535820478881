import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FurtherPhoto } from '../../../shared/api/members.ts'
import { asApiError } from '../../api/api-error.ts'
import { attempt } from '../../api/call.ts'
import { Link } from '../../router/link.tsx'
import { useMessage, useSite, useT } from '../../site/site.tsx'
import { useUser } from '../../session/use-user.ts'
import { Button } from '../../ui/button.tsx'
import { photoIdOf } from './photo-id.ts'
import styles from './gallery.module.css'

/** Unlocks one photo for credits: says the price first, and links to more credits when there are too few. */
export function Unlock({ photo, tabIndex }: { photo: FurtherPhoto; tabIndex: number | undefined }) {
  const t = useT()
  const message = useMessage()
  const { tenant } = useSite()
  const user = useUser()
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    // One press, one request, which fails at once without a connection: nothing is paid for after the member has gone on.
    networkMode: 'always',
    mutationFn: (credits: number) => attempt('unlockPhoto', { body: { photo: photoIdOf(photo), credits } }),
    onSuccess: () =>
      Promise.all(['getMember', 'getUser'].map((endpoint) => queryClient.invalidateQueries({ queryKey: [endpoint] }))).then(() => {})
  })
  if (!user || user.paid_user) return null
  const refusal = error && asApiError(error).error
  // The page may be older than the price.
  const credits = refusal?.code === 'message_price_changed' ? Number(refusal.params.credits) : tenant.photo_credits
  // A price that the member can't pay, where no credits are sold, isn't an offer.
  if (!tenant.sells && !refusal && credits > user.credits) return null
  return (
    <>
      <Button small variant="secondary" tabIndex={tabIndex} busy={isPending} busyLabel={t('form.sending')} onClick={() => mutate(credits)}>
        {t('profile.unlock', { credits })}
      </Button>
      <p className={styles.note} role="status">
        {refusal ? message(refusal.message_key, refusal.params) : t('profile.credits_left', { credits: user.credits })}{' '}
        {refusal?.code === 'not_enough_credits' && tenant.sells && (
          <Link to="credits" tabIndex={tabIndex}>
            {t('profile.buy_credits')}
          </Link>
        )}
      </p>
    </>
  )
}
