import type { BlockedMember } from '../../../shared/api/members.ts'
import { useBlock } from '../../members/use-block.ts'
import { useT } from '../../site/site.tsx'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/layout.tsx'
import styles from './blocked.module.css'

/** A member whom the viewer has blocked: the name, and a button to unblock. */
export function Blocked({ member: { id, name } }: { member: BlockedMember }) {
  const t = useT()
  const block = useBlock(id)
  return (
    <Stack as="section" gap={4} className={styles.blocked}>
      <h1 className={styles.name}>
        <bdi>{name}</bdi>
      </h1>
      <p className={styles.text}>{t('profile.blocked', { member: name })}</p>
      <Button variant="secondary" icon="block" busy={block.isPending} busyLabel={t('block.busy')} onClick={() => block.mutate(false)}>
        {t('block.unblock', { member: name })}
      </Button>
    </Stack>
  )
}
