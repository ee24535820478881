import sharp from 'sharp'
import { inTransaction } from '../../origin/http/transaction.ts'
import { lockMembers } from '../../origin/members/lock-members.ts'
import { keepFiles } from '../../origin/photos/files.ts'
import { reEncode } from '../../origin/photos/re-encode.ts'
import { deleteLoose, insertPhoto, settleMainPhoto } from '../../origin/photos/store.ts'
import type { TestMember, World } from './origin.ts'

/** A small picture that no other one is equal to. */
export async function aPicture(): Promise<Uint8Array> {
  const channel = () => Math.floor(Math.random() * 256)
  const background = { r: channel(), g: channel(), b: channel() }
  const stripe = await sharp({ create: { width: 40, height: 400, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  return await sharp({ create: { width: 480, height: 600, channels: 3, background } })
    .composite([{ input: stripe, left: channel(), top: 20 }])
    .png()
    .toBuffer()
}

/** One that serves where any does. */
export const A_PICTURE = await aPicture()

/** Gives a member a photo of any status, past limits and moderation; returns its public id. */
export async function givePhoto(world: World, member: TestMember, status: 'active' | 'pending' | 'rejected' = 'active'): Promise<string> {
  const publicId = await keepFiles(world.deps, await reEncode(await aPicture()), world.now())
  await inTransaction(world.deps.db, async (trx) => {
    await lockMembers(trx, [member.row.id])
    await deleteLoose(trx, publicId)
    await insertPhoto(trx, { publicId, member: member.row.id, status, dhash: '0'.repeat(64), now: world.now() })
    await settleMainPhoto(trx, member.row.id)
  })
  return publicId
}
