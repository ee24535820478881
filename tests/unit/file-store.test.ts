import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createFileStore } from '../../origin/providers/storage.ts'

const folder = mkdtempSync(join(tmpdir(), 'file-store-'))
const store = createFileStore(join(folder, 'media'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a file is found under its key until it is deleted', async () => {
  await store.put('photos/ab/one.webp', Buffer.from('first'))
  await store.put('photos/ab/one.webp', Buffer.from('second'))
  expect(Buffer.from((await store.get('photos/ab/one.webp')) ?? []).toString()).toBe('second')
  await store.delete('photos/ab/one.webp')
  await store.delete('photos/ab/one.webp')
  expect(await store.get('photos/ab/one.webp')).toBe(null)
})

test('a write that fails leaves nothing behind', async () => {
  await store.put('whole/file.webp', Buffer.from('whole'))
  await expect(store.put('whole/file.webp/below.webp', Buffer.from('x'))).rejects.toThrow()
  expect(readdirSync(join(folder, 'media', 'whole'))).toEqual(['file.webp'])
})

test('leftovers of killed writes are removed when they are an hour old, and nothing else', async () => {
  await store.put('photos/kept.webp', Buffer.from('kept'))
  const part = (name: string) => join(folder, 'media', '.unfinished', name)
  for (const name of ['old', 'young']) writeFileSync(part(name), 'half')
  utimesSync(part('old'), new Date(), new Date(Date.now() - 3601_000))
  expect(await store.tidy()).toBe(1)
  expect([existsSync(part('old')), existsSync(part('young'))]).toEqual([false, true])
  expect(await store.get('photos/kept.webp')).not.toBe(null)
  expect(await createFileStore(join(folder, 'never')).tidy()).toBe(0)
})

test.each(['../outside', 'a/../../outside', '/etc/passwd', 'a//b', 'a/.', '.hidden', 'a\\b', 'a/b\0', '', 'a/'])(
  'the key %j is refused',
  async (key) => {
    await expect(store.put(key, Buffer.from('x'))).rejects.toThrow('media key')
    await expect(store.get(key)).rejects.toThrow('media key')
    await expect(store.delete(key)).rejects.toThrow('media key')
  }
)
