import { asksForMoney } from '../../shared/rules/asks-for-money.ts'
import { useT } from '../site/site.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { MessageToolsProps } from './message-acts.ts'
import { wordsOf } from './message-parts.ts'
import styles from './money-warning.module.css'

/** A warning above the other member's first message if it asks for money or another messenger. */
export default function MoneyWarning({ bubble, acts }: MessageToolsProps) {
  const t = useT()
  if (!asksForMoney(wordsOf(bubble.content))) return null
  return (
    <div className={styles.warning}>
      <Icon name="info" size="small" />
      <p>{t('chat.never_money')}</p>
      <Button variant="quiet" small className="needs-script" aria-live="off" onClick={() => acts.report(bubble.id!)}>
        {t('chat.report')}
      </Button>
    </div>
  )
}
