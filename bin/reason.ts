/** What an error says in one line. Node says nothing of a name with several addresses of which none answers but what each said. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  return error instanceof Error ? error.message || error.name : String(error)
}
