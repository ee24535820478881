import { build, mergeConfig, type InlineConfig } from 'vite'
import { endpointFacts } from './endpoint-facts.ts'
import { codeSplitting } from './chunks.ts'
import { lazyImports } from './lazy-imports.ts'
import { leanReact } from './lean-react.ts'
import { namedReact } from './named-react.ts'
import { noteWeights } from './weights.ts'
import { ROOT } from '../settings.ts'
import base from '../../vite.config.ts'

const shared: InlineConfig = mergeConfig(base, {
  root: ROOT,
  configFile: false,
  logLevel: 'warn',
  mode: 'production',
  // Without this the bundles contain React's development build as well.
  define: { 'process.env.NODE_ENV': '"production"' }
})

/** The modules a chunk needs in addition to itself and to those of every page: the complete list would add half a KB of digests to every page. */
const furtherFiles = (chunk: string, needed: string[]): string[] =>
  needed.filter((file) => file !== chunk && !/^assets\/(?:app|react|small)-/.test(file))

/** The browser's files: hashed names, one style sheet, a manifest for the edge. Returns the weight of what every page loads (brotli, bytes). */
export async function buildClient(): Promise<ReadonlyMap<string, number>> {
  let weights: ReadonlyMap<string, number> = new Map()
  await build(
    mergeConfig(shared, {
      plugins: [endpointFacts(), lazyImports(), leanReact(), namedReact(), noteWeights((noted) => (weights = noted))],
      build: {
        outDir: 'dist/client',
        emptyOutDir: true,
        manifest: 'manifest.json',
        cssCodeSplit: false,
        target: 'es2022',
        // Browsers with light-dark(): compiled away, a dark part of a light page would lose its colours.
        cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
        modulePreload: { polyfill: false, resolveDependencies: furtherFiles },
        assetsInlineLimit: 0,
        rolldownOptions: { input: ['client/entry.tsx', 'client/visitor.ts'], output: { codeSplitting } }
      }
    })
  )
  return weights
}

/** The edge for Node: one module that `bin/` starts. */
export async function buildNodeEdge(): Promise<void> {
  await build(
    mergeConfig(shared, {
      ssr: { noExternal: true, target: 'node' },
      build: {
        ssr: 'worker/node/node.ts',
        outDir: 'dist/node',
        emptyOutDir: true,
        target: 'node22',
        rolldownOptions: { output: { entryFileNames: 'edge.js' } }
      }
    })
  )
}

/** The edge for Workers: with all dependencies, without anything of Node. */
export async function buildWorker(): Promise<void> {
  await build(
    mergeConfig(shared, {
      ssr: { noExternal: true, target: 'webworker', resolve: { conditions: ['workerd', 'worker', 'browser', 'module', 'import'] } },
      build: {
        ssr: 'worker/cloudflare.ts',
        outDir: 'dist/worker',
        emptyOutDir: true,
        target: 'es2022',
        minify: true,
        rolldownOptions: { output: { entryFileNames: 'worker.js', codeSplitting: false } }
      }
    })
  )
}
