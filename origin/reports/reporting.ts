import { createHash } from 'node:crypto'
import type { MemberContext, Viewer } from '../http/handler.ts'
import type { Reported } from './find-reported.ts'

export type Reporting = MemberContext<'fileReport'>

/** Reports per day by one member: more than anyone meets, too few to fill the queue. */
export const DAY_MAX = 20

export const quotaOf = ({ public_id: reporter }: Pick<Viewer, 'public_id'>) => `report\n${reporter}`

/** The same for the same report on the same day. What is copied is part of it: a report made before the block on the same day has no messages. */
export function digestOf({ viewer, body, now }: Reporting, { member, conversation }: Reported): Buffer {
  const day = now.toISOString().slice(0, 10)
  const about = { ...body, block: null, messages: conversation?.public_id }
  return createHash('sha256')
    .update(JSON.stringify([viewer.public_id, member.public_id, day, about]))
    .digest()
}
