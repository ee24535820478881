/** A connection to a browser by WebDriver BiDi: https://www.w3.org/TR/webdriver-bidi/ */
export interface Connection {
  send: <T>(method: string, params: object) => Promise<T>
  close: () => void
}

interface Answer {
  id?: number
  result?: unknown
  error?: string
  message?: string
}

/** Connects to a browser that waits at this address. */
export async function connect(address: string): Promise<Connection> {
  const socket = new WebSocket(address)
  const waiting = new Map<number, (answer: Answer) => void>()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer
    waiting.get(answer.id ?? 0)?.(answer)
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error(`No connection to ${address}`)))
  })
  return {
    async send<T>(method: string, params: object) {
      const id = ++last
      const answer = await new Promise<Answer>((resolve) => {
        waiting.set(id, resolve)
        socket.send(JSON.stringify({ id, method, params }))
      })
      waiting.delete(id)
      if (answer.error) throw new Error(`${method}: ${answer.error}: ${answer.message}`)
      return answer.result as T
    },
    close: () => socket.close()
  }
}
