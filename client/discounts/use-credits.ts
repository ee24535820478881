import { isBuilt } from '../../shared/routes/match.ts'
import { useLink } from '../router/link.tsx'

/** The link to what can be bought. */
export function useCredits() {
  return useLink(isBuilt('credits') ? 'credits' : 'pricing')
}
