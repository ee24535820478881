import type { MemberProfile } from '../../shared/api/members.ts'
import { useT } from '../site/site.tsx'
import { GiftPicture } from './gift-picture.tsx'
import styles from './gifts-row.module.css'
import { useGiftName } from './use-gift-name.ts'

/** The gifts that a member has received: each kind once, with its count. */
export function GiftsRow({ gifts }: { gifts: MemberProfile['gifts'] }) {
  const t = useT()
  const name = useGiftName()
  if (gifts.length === 0) return null
  return (
    <section className={styles.gifts}>
      <h2>{t('gifts.title')}</h2>
      <ul className={styles.row}>
        {gifts.map(({ gift, count }) => (
          <li key={gift} className={styles.gift} title={name(gift)}>
            <GiftPicture gift={gift} />
            <span className={styles.count}>
              <span className="visually-hidden">{name(gift)} </span>× {count}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
