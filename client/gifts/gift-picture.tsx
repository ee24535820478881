import { isGift } from '../../shared/rules/gifts.ts'
import { Icon } from '../ui/icon.tsx'
import { cx } from '../ui/props.ts'
import { DRAWINGS } from './drawings.ts'
import styles from './gift-picture.module.css'

/** A gift's drawing, without its name. One that this page doesn't know, from a newer version, is a wrapped box. `size`: regular 64 px, large 112 px. */
export function GiftPicture({ gift, size = 'regular' }: { gift: string; size?: 'regular' | 'large' }) {
  if (!isGift(gift)) return <Icon name="gift" size="huge" className={styles[size]} />
  return (
    <img className={cx(styles.picture, styles[size])} src={DRAWINGS[gift]} alt="" width={96} height={96} loading="lazy" decoding="async" />
  )
}
