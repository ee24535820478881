import { ApiError } from '../api/api-error.ts'

/** Is there no such mailed link, or was its address cut off? Any other failure says nothing about the link. */
export function isUnknownLink(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'not_found' || error.code === 'invalid')
}
