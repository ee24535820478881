/** A tab of a browser, at one brand. */
export interface BrandTab {
  /** Opens an address, or a path of the brand, and waits until its page has loaded. */
  open: (address: string) => Promise<void>
  /** The value of a JavaScript expression in the page, which may be a promise; it must survive JSON. */
  run: <T>(expression: string) => Promise<T>
}

/** A guard against waiting for ever, not a deadline. In ms. */
const PATIENCE = 45_000

/** Waits until an expression of the page is true. */
export async function until({ run }: BrandTab, expression: string): Promise<void> {
  const end = Date.now() + PATIENCE
  // While a page is being replaced, there is none to run it in.
  while (!(await run<boolean>(expression).catch(() => false))) {
    if (Date.now() > end) throw new Error(`Waited for ${expression} at ${await run<string>('location.href')}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** The API's answer to the open page, as its own scripts would call it. */
export async function ask<T>({ run }: BrandTab, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> {
  const { status, answer } = await run<{ status: number; answer: T }>(`fetch(${JSON.stringify(path)}, {
    method: '${method}',
    headers: { accept: 'application/json', 'content-type': 'application/json', 'x-client-request': '1', 'idempotency-key': crypto.randomUUID() },
    body: ${body ? JSON.stringify(JSON.stringify(body)) : 'undefined'}
  }).then(async (response) => ({ status: response.status, answer: await response.json() }))`)
  if (status !== 200) throw new Error(`${method} ${path} was answered ${status}: ${JSON.stringify(answer)}`)
  return answer
}
