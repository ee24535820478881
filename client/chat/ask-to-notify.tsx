import { PushBanner } from '../banners/push-banner.tsx'
import { useT } from '../site/site.tsx'
import { usePush } from '../state/push.ts'

/** Offers a notification of the answer, after the first message of this visit. */
export default function AskToNotify({ name }: { name: string }) {
  const t = useT()
  const possible = usePush(({ capability, subscription, offerClosed }) => capability && subscription === false && !offerClosed)
  const close = () => usePush.setState({ offerClosed: true })
  return possible && <PushBanner words={t('message-tools.push_offer', { member: name })} onClose={close} />
}
