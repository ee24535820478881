import { PushBanner } from '../banners/push-banner.tsx'
import { useT } from '../site/site.tsx'
import { usePush } from '../state/push.ts'

/** After the first message of this visit, where it means something: offers to tell of the answer. */
export default function AskToNotify({ name }: { name: string }) {
  const t = useT()
  const possible = usePush(({ capability, subscription, offerClosed }) => capability && subscription === false && !offerClosed)
  const close = () => usePush.setState({ offerClosed: true })
  return possible && <PushBanner words={t('message-tools.push_offer', { member: name })} onClose={close} />
}
