import type { MouseEvent } from 'react'
import type { MemberCard } from '../../shared/api/members.ts'
import { href } from '../../shared/routes/match.ts'
import { useSignupsOpen } from '../site/signup-way.ts'
import { openSignup } from '../state/signup-dialog.ts'
import { isPlainClick } from '../ui/is-plain-click.ts'

/**
 * Where a visitor is taken after tapping something for members: the sign-up dialog, its page before the script has loaded, or the log-in if visitors
 * can't sign up. `member` is whom they want to like or write to, remembered through the sign-up, unless the company made that profile.
 */
export function useJoin(member?: Pick<MemberCard, 'id' | 'fictional'>) {
  const open = useSignupsOpen()
  const meant = member && !member.fictional ? member.id : undefined
  const page = meant === undefined ? href('signup') : href('members-id-signup', { id: meant })
  return {
    href: open ? page : href('login'),
    // Loads the application where a visitor's page has none.
    ...(open && { 'data-needs-app': '' }),
    onClick(event: MouseEvent) {
      if (!open || !isPlainClick(event)) return
      event.preventDefault()
      openSignup(meant)
    }
  }
}
