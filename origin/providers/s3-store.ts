import { AwsClient } from 'aws4fetch'
import { checkKey, type MediaStore } from './storage.ts'

/** Where the files are and how to sign for them. */
export interface S3Options {
  /** Address of the service, such as `https://s3.eu-central-1.amazonaws.com`; buckets are its first folder. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** A store that doesn't answer within this time is unavailable. In ms. */
const DEADLINE = 10_000
/** After the first try, for temporary errors (5xx, 429). */
const RETRIES = 2

/** Stores the files in a bucket of Amazon S3 or of a compatible service. The bucket must not be public. */
export function createS3Store({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Options): MediaStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES })
  const base = `${endpoint.replace(/\/+$/, '')}/${bucket}/`
  const ask = async (method: 'GET' | 'PUT' | 'DELETE', path: string, init: RequestInit = {}): Promise<Response> => {
    const answer = await client.fetch(base + path, { ...init, method, signal: AbortSignal.timeout(DEADLINE) })
    if (answer.ok || answer.status === 404) return answer
    await answer.body?.cancel()
    throw new Error(`The media store answered ${answer.status} to ${method}`)
  }
  const finish = async (answer: Response, known: boolean) => {
    await answer.body?.cancel()
    if (!known) throw new Error('The media store has no such bucket')
  }
  return {
    place: `the bucket ${bucket} at ${endpoint}`,
    async put(key, bytes) {
      const answer = await ask('PUT', checkKey(key), { body: new Uint8Array(bytes), headers: { 'content-type': 'image/webp' } })
      await finish(answer, answer.ok)
    },
    async get(key) {
      const answer = await ask('GET', checkKey(key))
      if (answer.ok) return await answer.bytes()
      await finish(answer, true)
      return null
    },
    async *list(folder) {
      const prefix = `${checkKey(folder)}/`
      for (let last = prefix, more = true; more;) {
        const answer = await ask('GET', `?${new URLSearchParams({ 'list-type': '2', prefix, 'start-after': last }).toString()}`)
        if (!answer.ok) await finish(answer, false)
        const text = await answer.text()
        more = text.includes('<IsTruncated>true<')
        for (const [, key = ''] of text.matchAll(/<Key>([^<]*)<\/Key>/g)) yield (last = key)
      }
    },
    async delete(key) {
      await finish(await ask('DELETE', checkKey(key)), true)
    },
    // A bucket only ever contains whole files.
    tidy: async () => 0
  }
}
