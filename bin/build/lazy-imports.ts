import { join } from 'node:path'
import type { Plugin } from 'vite'

const MODULE = join(import.meta.dirname, '../../client/site/load-code.ts')

/** Replaces the function that Vite calls for every lazy import by our own, after which an import can be tried again, and which is a third of its size. */
export function lazyImports(): Plugin {
  return {
    name: 'lazy-imports',
    enforce: 'pre',
    load: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => `export { loadCode as __vitePreload } from ${JSON.stringify(MODULE)}`
    }
  }
}
