import { parse } from '@formatjs/icu-messageformat-parser'
import react from '@vitejs/plugin-react'
import { readFile } from 'node:fs/promises'
import { defineConfig, type Plugin } from 'vite'

/**
 * Compiles the ICU texts of `locales/` while they are read: plain sentences stay strings, the rest becomes its syntax
 * tree, so that no parser is needed in the browser or on the edge.
 */
export function compiledMessages(): Plugin {
  return {
    name: 'compiled-messages',
    enforce: 'pre',
    load: {
      filter: { id: /\/locales\/(pages-[a-z-]+\/)?[a-z]{2}\.json$/ },
      async handler(id) {
        const source = JSON.parse(await readFile(id, 'utf8')) as Record<string, string>
        // Texts of mails are read by the origin alone, from the file.
        const isMail = (key: string) => key.startsWith('mail.') && !id.includes('/locales/pages-')
        const shown = Object.entries(source).filter(([key]) => !isMail(key))
        const compiled = Object.fromEntries(shown.map(([key, text]) => [key, compile(key, text)]))
        return JSON.stringify(compiled)
      }
    }
  }
}

function compile(key: string, text: string): unknown {
  try {
    const tree = parse(text)
    const plain = tree.length === 1 && tree[0]!.type === 0 ? tree[0]!.value : null
    return tree.length === 0 ? '' : (plain ?? tree)
  } catch (error) {
    throw new Error(`Message "${key}" is no ICU text: ${text}`, { cause: error })
  }
}

/** What browser, edge and tests build with alike; the three builds of `npm run build` are in bin/build/. */
export default defineConfig({
  plugins: [react(), compiledMessages()],
  resolve: {
    alias: [{ find: /^@formatjs\/icu-messageformat-parser$/, replacement: '@formatjs/icu-messageformat-parser/no-parser.js' }]
  }
})
