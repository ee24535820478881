import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumArgs, findChromium } from './bin/chromium.mjs'
import { isLong } from './tests/fixtures/long.ts'
import { IN_READERS_ZONE } from './tests/fixtures/readers-zone.ts'
import { Order } from './tests/order.ts'
import { compiledMessages } from './vite.config.ts'

/**
 * For files that leave nothing behind in their process: the next file reuses it and its loaded modules, which saves a second of processor time each.
 */
const tidy = { isolate: false }

/** Suites that need a database; one server is started for each of them. */
const onDatabase = { ...tidy, globalSetup: ['tests/global-setup.ts'], setupFiles: ['tests/cheap-hashes.ts'] }

const suite = (name: string, folders: string[], options: object = {}, outside: object = {}) => ({
  extends: true as const,
  ...outside,
  test: {
    name,
    include: folders.map((folder) => `tests/${folder}/**/*.test.{ts,tsx}`),
    exclude: isLong ? [] : ['tests/*/long/**'],
    ...options
  }
})

const inChromium = {
  enabled: true,
  headless: true,
  provider: playwright({
    launchOptions: { executablePath: findChromium() ?? undefined, args: chromiumArgs, env: IN_READERS_ZONE },
    contextOptions: { reducedMotion: 'reduce' }
  }),
  instances: [{ browser: 'chromium' }],
  viewport: { width: 1280, height: 800 },
  screenshotFailures: false,
  traceView: false,
  locators: { exact: false }
} as const

/** Imports of pages and their tests, bundled before the first test: one found later would reload the page in the middle of a test. */
const packages = {
  noDiscovery: true,
  include: [
    '@formatjs/intl',
    'axe-core',
    '@formatjs/icu-messageformat-parser',
    '@tanstack/react-query',
    'react',
    'react/jsx-runtime',
    'react/jsx-dev-runtime',
    'react-dom',
    'react-dom/client',
    'react-dom/server',
    'valibot',
    'vitest-browser-react/pure',
    'zustand/react'
  ]
}

/**
 * React as the product runs it: the development build records where each element was made, which takes a third of these pages' time. Component tests
 * keep that one, for its warnings.
 */
const production = { env: { NODE_ENV: 'production' } }
const compiled = { oxc: { jsx: { development: false } } } as const

/**
 * As many as processors: browsers, servers and databases come on top, and four on two processors took half again as much processor time. More than
 * four would need more memory than a usual machine has, and have not been tried.
 */
const WORKERS = Math.min(Math.max(availableParallelism(), 2), 4)

/** One project a suite; bin/test.mjs runs them all in one process. */
export default defineConfig({
  plugins: [react(), compiledMessages()],
  test: {
    pool: 'forks',
    environment: 'node',
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
    maxWorkers: WORKERS,
    // Guards against a test that hangs; none expects to be done by then.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // No retries: a test that fails now and then has a cause.
    retry: 0,
    // Likewise for things that are polled for, whose default would be one second.
    expect: { poll: { timeout: 45_000 } },
    sequence: { sequencer: Order },
    projects: [
      suite('architecture', ['architecture'], tidy),
      suite('unit', ['unit'], tidy),
      suite('client', ['client', 'postgres'], tidy),
      suite('edge', ['edge'], { ...tidy, ...production }, compiled),
      suite('edge-workerd', ['workerd']),
      suite('origin', ['origin', 'contract'], onDatabase),
      // The whole stack in processes of its own, killed again and again.
      suite('kill', ['kill'], { testTimeout: 600_000, hookTimeout: 180_000 }),
      // The pages themselves in Chromium, with an API that the test provides; one page loads their modules once.
      suite(
        'components',
        ['components'],
        { browser: inChromium, setupFiles: ['tests/components/setup.ts'], isolate: false },
        {
          optimizeDeps: packages,
          resolve: { alias: [{ find: /^zustand$/, replacement: join(import.meta.dirname, 'tests/components/stores.ts') }] },
          define: { 'process.env.TEST_LONG': JSON.stringify(isLong ? '1' : '') }
        }
      ),
      suite('journeys', ['journeys'], {
        ...tidy,
        setupFiles: ['tests/journeys/setup.ts'],
        globalSetup: ['tests/journeys/global-setup.ts'],
        testTimeout: 240_000,
        hookTimeout: 120_000
      }),
      // The main journey and every page in Firefox and WebKit: `npm run test:engines`.
      suite('engines', ['engines'], {
        ...tidy,
        globalSetup: ['tests/journeys/global-setup.ts'],
        testTimeout: 600_000,
        hookTimeout: 120_000
      })
    ]
  }
})
