/** A session of a browser by W3C WebDriver: https://www.w3.org/TR/webdriver2/ */
export interface Session {
  call: <T>(method: 'GET' | 'POST', path: string, body?: object) => Promise<T>
  end: () => Promise<void>
}

/** Opens a session with a driver that is starting at this address. */
export async function openSession(driver: string, capabilities: object): Promise<Session> {
  await listening(driver)
  const { sessionId } = await ask<{ sessionId: string }>('POST', `${driver}/session`, { capabilities: { alwaysMatch: capabilities } })
  const session = `${driver}/session/${sessionId}`
  return {
    call: (method, path, body) => ask(method, session + path, body),
    end: () => ask('DELETE', session)
  }
}

async function listening(driver: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const answers = await fetch(`${driver}/status`).catch(() => null)
    if (answers) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`No driver answers at ${driver}`)
}

async function ask<T>(method: string, address: string, body?: object): Promise<T> {
  const answer = await fetch(address, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } }
  if (!answer.ok) throw new Error(`${method} ${address}: ${value.error}: ${value.message}`)
  return value
}
