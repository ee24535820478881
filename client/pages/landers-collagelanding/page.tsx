import { LanderPoints } from '../../landing/lander-points.tsx'
import { LanderWords } from '../../landing/lander-words.tsx'
import { useSite, useT } from '../../site/site.tsx'
import { cx } from '../../ui/props.ts'
import styles from './landers-collagelanding.module.css'
import { Cup, Disc, Key, Leaf, Postcard, Ticket } from './pieces.tsx'

const PIECES = [
  { name: 'postcard', Piece: Postcard },
  { name: 'leaf', Piece: Leaf },
  { name: 'ticket', Piece: Ticket },
  { name: 'disc', Piece: Disc },
  { name: 'key', Piece: Key },
  { name: 'cup', Piece: Cup }
]

/** Cut-out things on a pinboard around a note with the call. No members and no numbers are shown; the visit remembers its campaign. */
export default function CollageLander() {
  const t = useT()
  const { tenant } = useSite()
  return (
    <div className={styles.page} data-testid="lander-collagelanding">
      <div className={styles.board}>
        {PIECES.map(({ name, Piece }) => (
          <div key={name} className={cx(styles.piece, styles[name])} aria-hidden="true">
            <Piece />
          </div>
        ))}
        <div className={styles.note}>
          <LanderWords heading={t('landers-collagelanding.heading')} lead={t('landers-collagelanding.lead', { site: tenant.name })} large />
        </div>
      </div>
      <LanderPoints />
    </div>
  )
}
