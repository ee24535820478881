import type { BlockedMember } from '../../../shared/api/members.ts'
import { useBlock } from '../../members/use-block.ts'
import { useT } from '../../site/site.tsx'
import { openReport } from '../../state/report.ts'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/layout.tsx'
import styles from './blocked.module.css'

/** A member whom the viewer has blocked: the name, and buttons to unblock and to report. */
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
      <Button variant="quiet" icon="flag" onClick={() => openReport({ about: { member: id }, name, blockable: null })}>
        {t('safety.report', { member: name })}
      </Button>
    </Stack>
  )
}
