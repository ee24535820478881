/**
 * Idempotency keys for the submits of one form: sending the same body again, after an answer that got lost, is the same intent
 * and takes the same key; another body is another intent.
 */
export function createIntent(newKey: () => string): (body: unknown) => string {
  let last: { body: string; key: string } | null = null
  return (body) => {
    const text = JSON.stringify(body)
    if (last?.body !== text) last = { body: text, key: newKey() }
    return last.key
  }
}
