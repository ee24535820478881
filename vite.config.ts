import { parse } from '@formatjs/icu-messageformat-parser'
import react from '@vitejs/plugin-react'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { shortClassName } from './bin/build/class-names.ts'
import { shownText } from './bin/build/shown-text.ts'
import { PARTS, readPart } from './locales/read.ts'
import type { Locale } from './shared/i18n/locales.ts'

/** Language and part of a module with texts. */
const TEXTS = /\/locales\/texts\/([a-z]{2})(?:\/([a-z-]+))?\.js$/
const LOCALES = fileURLToPath(new URL('locales/', import.meta.url))

/** The parts with texts of screens, besides `common`, which every page has; mails are written only by the origin. */
const OWN_PARTS = PARTS.filter((part) => part !== 'common' && part !== 'mail')

/**
 * Compiles the ICU texts of `locales/` when they are loaded: plain texts stay strings, the rest becomes a syntax tree, so that no parser is needed in
 * the browser or on the edge. `virtual:texts/de` has the German texts of every page and loads the other parts, each a module such as
 * `virtual:texts/de/chat`.
 */
export function compiledMessages(): Plugin {
  return {
    name: 'compiled-messages',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^virtual:texts\// },
      handler: (name) => `${LOCALES}${name.slice('virtual:'.length)}.js`
    },
    load: {
      filter: { id: [/\/locales\/pages-[a-z-]+\/[a-z]{2}\.json$/, TEXTS] },
      async handler(id) {
        if (id.endsWith('.json'))
          return JSON.stringify(
            compileAll(JSON.parse(await readFile(id, 'utf8')) as Record<string, string>, id.slice(-'de.json'.length, -'.json'.length))
          )
        const [, language, part = 'common'] = TEXTS.exec(id)!
        const code = `export default ${JSON.stringify(compileAll(readPart(part, language as Locale), language!))}`
        if (part !== 'common') return code
        const loaders = OWN_PARTS.map((name) => `'${name}': () => import('virtual:texts/${language}/${name}')`)
        return `${code}\nexport const parts = { ${loaders.join(', ')} }`
      }
    }
  }
}

function compileAll(texts: Record<string, string>, language: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, compile(key, shownText(text, language))]))
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

/** The shared build configuration of browser, edge and tests; the three builds of `npm run build` are in bin/build/. */
export default defineConfig({
  plugins: [react(), compiledMessages()],
  css: { modules: { generateScopedName: shortClassName } },
  resolve: {
    alias: [{ find: /^@formatjs\/icu-messageformat-parser$/, replacement: '@formatjs/icu-messageformat-parser/no-parser.js' }]
  }
})
