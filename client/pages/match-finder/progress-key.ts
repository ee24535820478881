import { DRAFT_PREFIX } from '../../session/device-keys.ts'
import { useUser } from '../../session/use-user.ts'

/** The key under which this tab keeps answers that haven't been sent yet (forms/kept-progress.ts). */
export function useProgressKey(): string {
  const user = useUser()
  return `${DRAFT_PREFIX}${user?.id ?? ''}:match-finder`
}
