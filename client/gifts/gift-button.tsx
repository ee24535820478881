import { useState } from 'react'
import type { MemberCard } from '../../shared/api/members.ts'
import { useJoin } from '../members/use-join.ts'
import { useSite, useT } from '../site/site.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import styles from './gift-button.module.css'
import { GiftDialog } from './gift-dialog-later.ts'

/** Opens the choice of gifts; says the price. On phones it shows only the number, beside the icon. */
export function GiftButton({ member }: { member: Pick<MemberCard, 'id' | 'name' | 'fictional'> }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" icon="gift" className="needs-script" onClick={() => setOpen(true)}>
        <Price />
      </Button>
      {open && <GiftDialog member={member} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The same for a visitor: it leads to signing up. */
export function VisitorGiftButton({ member }: { member: Pick<MemberCard, 'id' | 'fictional'> }) {
  return (
    <LinkButton variant="secondary" icon="gift" {...useJoin(member)}>
      <Price />
    </LinkButton>
  )
}

function Price() {
  const t = useT()
  const { tenant } = useSite()
  const credits = tenant.gift_credits
  return (
    <>
      <span className={styles.words}>{t('gifts.button', { credits })}</span>
      {credits > 0 && (
        <span className={styles.number} aria-hidden="true">
          {credits}
        </span>
      )}
    </>
  )
}
