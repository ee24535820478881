import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { readEnvironment } from '../../bin/settings.ts'
import { openMediaStore } from '../../origin/providers/open-media-store.ts'
import { createFileStore, type MediaStore } from '../../origin/providers/storage.ts'
import { startS3Server, type S3Server } from '../fixtures/s3-server.ts'

let server: S3Server
let store: MediaStore
const open = (options: Partial<S3Server['options']> = {}) => openMediaStore({ dataDir: '/nowhere', s3: { ...server.options, ...options } })

beforeAll(async () => {
  server = await startS3Server()
  store = open()
})
afterAll(() => server.close())
beforeEach(() => {
  server.failures.length = 0
})

const bytesOf = async (key: string) => Buffer.from((await store.get(key)) ?? []).toString()

test('a file is in the bucket under its key until it is deleted', async () => {
  await store.put('photos/ab/one.webp', Buffer.from('first'))
  await store.put('photos/ab/one.webp', Buffer.from('second'))
  expect(server.files.get('photos/ab/one.webp')).toEqual({ bytes: Buffer.from('second'), type: 'image/webp' })
  expect(await bytesOf('photos/ab/one.webp')).toBe('second')
  await store.delete('photos/ab/one.webp')
  await store.delete('photos/ab/one.webp')
  expect(await store.get('photos/ab/one.webp')).toBe(null)
  expect(server.files.size).toBe(0)
  expect(await store.tidy()).toBe(0)
})

const listed = async (keys: AsyncIterable<string>) => {
  const all: string[] = []
  for await (const key of keys) all.push(key)
  return all
}

test('a folder lists its files by name, however many answers that takes', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'tether-listed-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  for (const listing of [store, createFileStore(directory)]) {
    expect(await listed(listing.list('marks'))).toEqual([])
    const keys = ['marks/1.a', 'marks/1.a.b', 'marks/2.a', 'marks/3.a', 'marks/4.a']
    for (const key of [...keys.toReversed(), 'marked/5.a']) await listing.put(key, new Uint8Array())
    expect(await listed(listing.list('marks'))).toEqual(keys)
    for (const key of [...keys, 'marked/5.a']) await listing.delete(key)
  }
  await expect(listed(open({ bucket: 'another' }).list('marks'))).rejects.toThrow('no such bucket')
  await expect(listed(open({ secretAccessKey: 'another' }).list('marks'))).rejects.toThrow('answered 403')
})

test('an address of the service may end with a slash', async () => {
  await open({ endpoint: `${server.options.endpoint}/` }).put('slash.webp', Buffer.from('x'))
  expect(server.files.has('slash.webp')).toBe(true)
})

test('a temporary store error is retried; a persistent one is an error, not a missing file', async () => {
  server.failures.push(503, 500)
  await store.put('patient.webp', Buffer.from('kept'))
  server.failures.push(500)
  expect(await bytesOf('patient.webp')).toBe('kept')
  for (const ask of [
    () => store.get('patient.webp'),
    () => store.put('patient.webp', Buffer.from('x')),
    () => store.delete('patient.webp')
  ]) {
    server.failures.push(500, 500, 500)
    await expect(ask()).rejects.toThrow('answered 500')
  }
  expect(await bytesOf('patient.webp')).toBe('kept')
})

test('a wrong secret, region or bucket is an error and writes nothing', async () => {
  const before = server.files.size
  await expect(open({ secretAccessKey: 'another' }).put('a.webp', Buffer.from('x'))).rejects.toThrow('answered 403')
  await expect(open({ region: 'us-test-1' }).get('a.webp')).rejects.toThrow('answered 403')
  await expect(open({ bucket: 'another' }).put('a.webp', Buffer.from('x'))).rejects.toThrow('no such bucket')
  expect(server.files.size).toBe(before)
})

test.each(['../outside', 'a/../../outside', '/etc/passwd', 'a//b', '.hidden', 'a?x=1', 'a#b', 'a%2e', ''])(
  'the key %j is refused',
  async (key) => {
    for (const ask of [() => store.put(key, Buffer.from('x')), () => store.get(key), () => store.delete(key)])
      await expect(ask()).rejects.toThrow('media key')
  }
)

test('settings name the whole bucket or none of it', () => {
  const whole = {
    S3_ENDPOINT: 'https://s3.example',
    S3_BUCKET: 'photos',
    S3_REGION: 'eu-1',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret'
  }
  expect(readEnvironment({}).s3).toBe(null)
  expect(readEnvironment(whole).s3).toEqual({
    endpoint: 'https://s3.example',
    bucket: 'photos',
    region: 'eu-1',
    accessKeyId: 'id',
    secretAccessKey: 'secret'
  })
  expect(() => readEnvironment({ ...whole, S3_SECRET_ACCESS_KEY: '' })).toThrow('S3_SECRET_ACCESS_KEY')
})
