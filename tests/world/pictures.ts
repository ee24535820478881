import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { inUnitOfWork } from '../../origin/db/unit-of-work.ts'
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

/** A PNG of these sides in a few bytes: its pixels are promised, not there. */
export function promisedPng(width: number, height: number): Uint8Array {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const check = Buffer.alloc(4)
    check.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, check])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(1024 * 1024))),
    chunk('IEND', Buffer.alloc(0))
  ])
}

/** Gives a member a photo of any status, past limits and moderation; returns its public id. */
export async function givePhoto(world: World, member: TestMember, status: 'active' | 'pending' | 'rejected' = 'active'): Promise<string> {
  const publicId = await keepFiles(world.deps, (await reEncode(await aPicture())).files, world.now())
  await inUnitOfWork(world.deps, async ({ db: trx }) => {
    await lockMembers(trx, [member.row.id])
    await deleteLoose(trx, publicId)
    await insertPhoto(trx, { publicId, member: member.row.id, status, dhash: '0'.repeat(64), now: world.now() })
    await settleMainPhoto(trx, member.row.id)
  })
  return publicId
}
