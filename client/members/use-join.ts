import type { MouseEvent } from 'react'
import { href } from '../../shared/routes/match.ts'
import { signupsOpen } from '../../shared/tenants/public-settings.ts'
import { useSite } from '../site/site.tsx'
import { openSignup } from '../state/dialogs.ts'

/** May this visitor sign up here? */
export function useSignupsOpen(): boolean {
  const { tenant, trafficSource } = useSite()
  return signupsOpen(tenant, trafficSource)
}

/**
 * What a visitor's press on something for members leads to: the sign-up modal, its page before the script is there, or the log-in
 * where no one can sign up. `member`, by public id, is whom they want to like or write to: the interest outlives the sign-up.
 */
export function useJoin(member?: string) {
  const open = useSignupsOpen()
  const page = member === undefined ? href('signup') : href('members-id-signup', { id: member })
  return {
    href: open ? page : href('login'),
    onClick(event: MouseEvent) {
      const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
      if (!open || !plain) return
      event.preventDefault()
      openSignup(member)
    }
  }
}
