import type { MemberProfile } from '../../../shared/api/members.ts'
import { startWithQuote } from '../../chat/quote.ts'
import { Link } from '../../router/link.tsx'
import { useUser } from '../../session/use-user.ts'
import { useMessage, useT } from '../../site/site.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './prompts.module.css'

/** The member's answers to short prompts; for other members, each links to a message that begins with it. */
export function Prompts({ member }: { member: MemberProfile }) {
  const t = useT()
  const message = useMessage()
  const user = useUser()
  const id = user?.profile?.id
  return member.prompts.map(({ prompt, answer }) => {
    const asked = message(`prompt.${prompt}`)
    const words = (
      <>
        <span className={styles.asked}>{asked}</span>
        <span className={styles.answer} dir="auto">
          {answer}
        </span>
      </>
    )
    if (id === undefined || id === member.id) {
      return (
        <p key={prompt} className={styles.prompt}>
          {words}
        </p>
      )
    }
    return (
      <Link
        key={prompt}
        to="members-id-chat"
        params={{ id: member.id }}
        className={styles.prompt}
        onClick={() => startWithQuote(id, member.id, `${asked} ${answer}`)}
      >
        {words}
        <span className={styles.reply}>
          <Icon name="message" size="small" />
          {t('profile.answer_prompt')}
        </span>
      </Link>
    )
  })
}
