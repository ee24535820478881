import { notifications } from '../../shared/api/notifications.ts'
import { type DisabledReason, PUSH_KINDS, recordOf, type PushKind } from '../../shared/rules/news.ts'
import { lockMember } from '../accounts/store.ts'
import type { MemberRow } from '../db/tables/members.ts'
import { reviewDigests } from '../digests/store.ts'
import { updateWanted, wantsStatement } from '../statements/store.ts'
import { announce } from '../events/announce.ts'
import { implement, type Context } from '../http/handler.ts'
import { notFound } from '../http/http-error.ts'
import { resumeMails } from './resume-mails.ts'
import { preferencesOf, updatePushOff, upsertPreferences } from './store.ts'
import { takeMailEvent } from './take-mail-event.ts'

export const handlers = implement(notifications, {
  getNotifications: (context) => present(context, context.viewer),

  updateNotifications: async (context) => {
    const { db, viewer, body } = context
    const member = await lockMember(db, viewer.id)
    if (!member) throw notFound()
    await upsertPreferences(db, viewer.id, body.preferences ?? {})
    if (body.push) {
      const { push } = body
      const isOff = (kind: PushKind) => (push[kind] === undefined ? member.push_off.includes(kind) : !push[kind])
      await updatePushOff(db, viewer.id, PUSH_KINDS.filter(isOff))
    }
    if (body.statement !== undefined) await updateWanted(db, viewer.id, body.statement)
    // Digests that were scheduled by the old choice are reviewed.
    if (body.preferences) await reviewDigests(db, viewer.id, context.now)
    if (body.resume) await resumeMails(context, member, body.resume)
    await announce(context, [{ to: viewer.id, type: 'notifications_changed', data: {} }])
    return await present(context, (await lockMember(db, viewer.id)) ?? member)
  },

  takeMailEvent: async (context) => {
    await takeMailEvent(context, context.body.email, context.body.event)
    return {}
  }
})

async function present({ db }: Pick<Context<'getNotifications'>, 'db'>, member: MemberRow) {
  const isOn = (kind: PushKind) => !member.push_off.includes(kind)
  const [preferences, statement] = await Promise.all([preferencesOf(db, member.id), wantsStatement(db, member.id)])
  return {
    email: member.email,
    preferences,
    push: recordOf(PUSH_KINDS, isOn),
    statement,
    disabled: member.notifications_disabled as DisabledReason[]
  }
}
