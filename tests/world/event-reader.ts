/** One event as `EventSource` would give it. */
export interface ServerEvent {
  id: string
  type: string
  data: unknown
}

/** Reads a `text/event-stream` answer event by event, as `EventSource` does. */
export function readEvents(response: Response) {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  let lastId = ''
  const events: ServerEvent[] = []

  /** Takes in what has arrived; false at the end of the stream. */
  async function more(): Promise<boolean> {
    const { done, value } = await reader.read()
    if (done) return false
    text += value
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) takeIn(block)
    return true
  }

  function takeIn(block: string): void {
    const fields = new Map<string, string>()
    for (const line of block.split('\n')) {
      const colon = line.indexOf(': ')
      if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 2))
    }
    lastId = fields.get('id') ?? lastId
    const data = fields.get('data')
    if (data !== undefined) events.push({ id: lastId, type: fields.get('event') ?? 'message', data: JSON.parse(data) })
  }

  return {
    /** What `EventSource` would send as `Last-Event-ID`. */
    lastId: () => lastId,
    /** The next event that is no heartbeat; null at the end of the stream. */
    async next(): Promise<ServerEvent | null> {
      for (;;) {
        const event = events.shift()
        if (event && event.type !== 'ping') return event
        if (!event && !(await more())) return null
      }
    },
    /** The next event, heartbeats too; null at the end of the stream. */
    async nextOfAll(): Promise<ServerEvent | null> {
      while (events.length === 0) if (!(await more())) return null
      return events.shift() ?? null
    },
    /** Breaks the connection. */
    cut: () => reader.cancel()
  }
}
