import { useEffect, useRef, useState } from 'react'
import { useSite, useT } from '../site/site.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { awaitMailLink } from '../visitor/mail-link.ts'
import { readSent, type Sent } from './kept.ts'
import { SendAgain } from './send-again.tsx'
import styles from './check-mail.module.css'

/** Shown after the last step: the same text whether the address was new or not, and what comes next. */
export function CheckMail({ level }: { level: 1 | 3 }) {
  const t = useT()
  const { tenant } = useSite()
  const box = useRef<HTMLDivElement>(null)
  // In the modal it replaces the form, including its focus. On the page itself, which a visitor may not touch, the small script awaits the link.
  useEffect(() => {
    if (level === 1) return
    box.current?.focus()
    return awaitMailLink()
  }, [level])
  // The page is the same for every visitor; only this tab knows the address.
  const [sent, setSent] = useState<Sent | null>(null)
  useEffect(() => setSent(readSent()), [])
  return (
    <div ref={box} tabIndex={-1} className={styles.sent} data-testid="signup-completion" data-awaits-link={level === 1 ? '' : undefined}>
      <EmptyState art="letter" level={level} title={t('form.check_mail')} className={styles.letter}>
        {t('signup.sent_text', { sender: tenant.mail_name })}
      </EmptyState>
      {sent && <SendAgain {...sent} />}
      <ol className={styles.next}>
        <li>{t('signup.next_confirm')}</li>
        <li>{t('signup.next_profile')}</li>
        <li>{t('signup.next_matches')}</li>
      </ol>
    </div>
  )
}
