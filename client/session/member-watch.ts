import type { QueryClient } from '@tanstack/react-query'
import { queryOf } from '../api/queries.ts'
import { setPageMember } from '../api/page-member.ts'
import { forgetDrafts } from './device-keys.ts'
import { hearTabs, LOGGED_OUT, tellTabs } from './session-channel.ts'
import { whenUser } from './when-user.ts'

/**
 * A page belongs to one member: every call says which, and is refused if someone else has logged in since. Tabs tell each other which member they
 * belong to; one that learns of a different member, or of none, asks the server.
 */
export function startMemberWatch(queryClient: QueryClient): void {
  whenUser(queryClient, ({ id }) => {
    setPageMember(id)
    hearTabs((member) => {
      if (member === LOGGED_OUT) forgetDrafts()
      if (member !== id) void queryClient.invalidateQueries({ queryKey: queryOf('getUser').queryKey })
    })
    tellTabs(id)
  })
}
