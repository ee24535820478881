import { isGift } from '../../shared/rules/gifts.ts'
import { useMessage, useT } from '../site/site.tsx'

/** The name of a gift; of one that this page doesn't know, from a newer version, only that it is one. */
export function useGiftName(): (gift: string) => string {
  const t = useT()
  const message = useMessage()
  return (gift) => (isGift(gift) ? message(`gift.${gift}`) : t('gift.unknown'))
}
