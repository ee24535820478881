/** An error's message in one line. For a name with several addresses of which none answers, Node only has one error for each. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0])
  return error instanceof Error ? error.message || error.name : String(error)
}
