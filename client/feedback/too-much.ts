import { ApiError } from '../api/api-error.ts'
import type { useT } from '../site/site.tsx'

/** The text for a caller over a limit, who has to wait a while; undefined for any other failure. */
export function tooMuch(error: unknown, t: ReturnType<typeof useT>): string | undefined {
  if (!(error instanceof ApiError) || error.status !== 429 || error.retryAfter === null) return undefined
  return t('load-failed.limit', { minutes: Math.ceil(error.retryAfter / 60) })
}
