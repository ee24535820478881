/**
 * The first and last byte that a `Range` header with one range asks for, in a file of this size; null if they lie outside, undefined if the header
 * isn't understood.
 */
export function rangeOf(header: string, size: number): readonly [first: number, last: number] | null | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? []
  if (from === '' && to === '') return undefined
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return first <= last ? [first, last] : null
}

/** The part of a file that a request asks for: browsers load videos this way, and Safari won't play one otherwise. Anything else stays as it is. */
export async function partOf(request: Request, file: Response): Promise<Response> {
  if (!file.headers.get('content-type')?.startsWith('video/')) return file
  file.headers.set('accept-ranges', 'bytes')
  const header = request.headers.get('range')
  if (header === null || request.method !== 'GET' || file.status !== 200) return file
  const bytes = new Uint8Array(await file.arrayBuffer())
  const range = rangeOf(header, bytes.length)
  const headers = new Headers(file.headers)
  headers.delete('content-length')
  if (range === undefined) return new Response(bytes, { headers })
  headers.set('content-range', `bytes ${range ? range.join('-') : '*'}/${bytes.length}`)
  return range ? new Response(bytes.slice(range[0], range[1] + 1), { status: 206, headers }) : new Response(null, { status: 416, headers })
}
