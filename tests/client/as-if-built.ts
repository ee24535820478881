import { UNBUILT } from '../../shared/routes/table.ts'

/** Does something as it will be once the pages of these routes are built. */
export async function asIfBuilt<T>(routes: readonly string[], work: () => T | Promise<T>): Promise<T> {
  const unbuilt = UNBUILT as Set<string>
  const missing = routes.filter((route) => unbuilt.delete(route))
  try {
    return await work()
  } finally {
    for (const route of missing) unbuilt.add(route)
  }
}
