import * as v from 'valibot'
import { PROFILE_STEPS } from '../rules/profile-step.ts'
import { ChatListEntry } from './chats.ts'
import { contract } from './endpoint.ts'
import { MemberCard } from './members.ts'
import { NoBody, NoQuery } from './values.ts'

export const home = contract({
  getHome: {
    method: 'GET',
    path: '/api/home.php',
    summary:
      'What is new for the member: likes not seen yet, unread conversations, new members nearby; and the next step for their profile.',
    audience: 'member',
    quota: 'cards',
    query: NoQuery,
    body: NoBody,
    output: v.strictObject({
      /** The newest likes that the member hasn't seen, at most 4. */
      likes: v.array(v.strictObject({ ...MemberCard.entries, match: v.boolean(), automatic: v.boolean() })),
      /** The conversations with unread messages, newest message first, at most 4. */
      chats: v.array(ChatListEntry),
      /** At most 8 members who joined in the last 30 days, from the viewer's region first, then from the rest of the country. */
      people: v.array(MemberCard),
      /** Null if nothing is missing. */
      next_step: v.nullable(v.picklist(PROFILE_STEPS))
    })
  }
})
