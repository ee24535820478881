import { expect } from 'vitest'
import type { TestMember, World } from './origin.ts'

/** Sends a message that has to arrive; returns its conversation and the message as the sender sees it. */
export async function write(world: World, from: TestMember, to: TestMember, text: string) {
  const { status, body } = await world.call('sendMessage', { as: from, body: { member: to.id, text } })
  expect(status).toBe(200)
  return body
}

/** Likes a member; has to work. */
export async function like(world: World, from: TestMember, to: TestMember) {
  const { status, body } = await world.call('likeMember', { as: from, body: { id: to.id } })
  expect(status).toBe(200)
  return body
}

/** Blocks a member; has to work. */
export async function block(world: World, from: TestMember, to: TestMember) {
  expect((await world.call('blockMember', { as: from, body: { id: to.id } })).status).toBe(200)
}

/** Takes a block back; has to work. */
export async function unblock(world: World, from: TestMember, to: TestMember) {
  expect((await world.call('unblockMember', { as: from, body: { id: to.id } })).status).toBe(200)
}

/** The events of a member so far, oldest first. */
export async function eventsOf(world: World, member: TestMember) {
  return await world.deps.db
    .selectFrom('events')
    .select(['number', 'type', 'data'])
    .where('member_id', '=', member.row.id)
    .orderBy('number')
    .execute()
}

/** The body of a request that is not all there yet: the last byte comes with `finish`. */
export function slowBody(text: string): { body: ReadableStream; finish: () => void } {
  const bytes = new TextEncoder().encode(text)
  const { readable: body, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  void writer.write(bytes.subarray(0, -1))
  return { body, finish: () => void writer.write(bytes.subarray(-1)).then(() => writer.close()) }
}
