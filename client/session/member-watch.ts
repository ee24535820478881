import type { QueryClient } from '@tanstack/react-query'
import { queryOf } from '../api/queries.ts'
import { setPageMember } from '../api/page-member.ts'
import { hearTabs, tellTabs } from './session-channel.ts'
import { whenUser } from './when-user.ts'

/**
 * The page is for one member: every call says which, and is refused when someone else is logged in by then. Tabs tell each
 * other who they are for; one that hears of another asks the server, which alone knows.
 */
export function startMemberWatch(queryClient: QueryClient): void {
  whenUser(queryClient, ({ id }) => {
    setPageMember(id)
    hearTabs((member) => {
      if (member !== id) void queryClient.invalidateQueries({ queryKey: queryOf('getUser').queryKey })
    })
    tellTabs(id)
  })
}
