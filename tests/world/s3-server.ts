import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, text } from 'node:stream/consumers'

const KEY = { id: 'AKIDEXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }

/** A little S3 in this process: one bucket, and only what is signed with the right secret (Signature Version 4, checked by hand). */
export interface S3Server {
  options: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string }
  /** What the bucket holds, by key. */
  files: Map<string, { bytes: Buffer; type: string }>
  /** The next requests are answered with this status, one after the other. */
  failures: number[]
  close(): Promise<void>
}

export async function startS3Server(bucket = 'tether-photos', region = 'eu-test-1'): Promise<S3Server> {
  const files: S3Server['files'] = new Map()
  const failures: number[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const answer = (status: number, body: Buffer | string = '', type = 'application/xml') =>
        response.writeHead(status, { 'content-type': type }).end(body)
      if (!isSigned(request, region)) {
        await text(request)
        return answer(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>')
      }
      const bytes = await buffer(request)
      const failure = failures.shift()
      if (failure !== undefined) return answer(failure)
      const { pathname } = new URL(request.url ?? '/', 'http://s3.test')
      if (!pathname.startsWith(`/${bucket}/`)) return answer(404, '<Error><Code>NoSuchBucket</Code></Error>')
      const key = pathname.slice(bucket.length + 2)
      if (request.method === 'PUT') {
        files.set(key, { bytes, type: request.headers['content-type'] ?? '' })
        return answer(200)
      }
      if (request.method === 'DELETE') {
        files.delete(key)
        return answer(204)
      }
      const file = files.get(key)
      return file ? answer(200, file.bytes, file.type) : answer(404, '<Error><Code>NoSuchKey</Code></Error>')
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    options: {
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      bucket,
      region,
      accessKeyId: KEY.id,
      secretAccessKey: KEY.secret
    },
    files,
    failures,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }
  }
}

/** As Amazon describes it: the request in its canonical form, signed with a key made from secret, day, region and service. */
function isSigned({ method = '', url = '', headers }: IncomingMessage, region: string): boolean {
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? ''
    )
  if (!found) return false
  const [, id, day = '', signedRegion, names = '', signature] = found
  const at = String(headers['x-amz-date'])
  if (id !== KEY.id || signedRegion !== region || !at.startsWith(day) || !names.split(';').includes('host')) return false
  const [path = '', query = ''] = url.split('?')
  const canonical = [
    method,
    path,
    query,
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    String(headers['x-amz-content-sha256'])
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', at, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>((key, part) => hmac(key, part), `AWS4${KEY.secret}`)
  return hmac(key, toSign).toString('hex') === signature
}

const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()
