import lighthouse, { type Result } from 'lighthouse'
import { chromium } from 'playwright'
import { chromiumArgs, findChromium } from '../bin/chromium.mjs'
import { startProduct } from './product.ts'

const PORT = 9782
const DEVTOOLS_PORT = 9781
/** Brands with their visitor's country: the first one's page is behind the entry warning. */
const TENANTS = { daemmerzeit: 'DE', brisaluz: 'ES' }
const PATHS = ['/', '/landers/gallery', '/landers/video', '/pricing', '/pages/faq']
const GOALS: Record<string, number> = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }

/**
 * Lighthouse's scores of visitors' pages with its default preset, a mid-range phone on a slow line that it simulates, each from an empty cache
 * (goals: performance 95, everything else 100). Audits that lower a score are printed above the table.
 */
export async function lighthouseScores() {
  const product = await startProduct(PORT)
  const args = [...chromiumArgs, `--remote-debugging-port=${DEVTOOLS_PORT}`]
  const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args })
  const rows: Record<string, Record<string, string | number>> = {}
  try {
    for (const [tenant, country] of Object.entries(TENANTS))
      for (const path of PATHS) {
        const result = await audit(`http://${tenant}.localhost:${PORT}${path}`, country)
        for (const finding of findingsOf(result)) console.log(`${tenant} ${path} ${finding}`)
        rows[`${tenant} ${path}`] = { ...scoresOf(result), ...timesOf(result) }
      }
  } finally {
    await browser.close()
    await product.stop()
  }
  return rows
}

async function audit(url: string, country: string): Promise<Result> {
  const answer = await lighthouse(url, {
    port: DEVTOOLS_PORT,
    logLevel: 'error',
    onlyCategories: Object.keys(GOALS),
    extraHeaders: { 'x-dev-country': country }
  })
  if (!answer || answer.lhr.runtimeError) throw new Error(`${url}: ${answer?.lhr.runtimeError?.message ?? 'no result'}`)
  return answer.lhr
}

function scoresOf({ categories }: Result): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(GOALS).map(([id, goal]) => {
      const score = Math.round((categories[id]!.score ?? 0) * 100)
      return [id, score < goal ? `${score}, goal ${goal}` : score]
    })
  )
}

function timesOf({ audits }: Result): Record<string, string | number> {
  const value = (id: string) => audits[id]!.numericValue!
  return {
    'largest paint, ms': Math.round(value('largest-contentful-paint')),
    'layout shift': value('cumulative-layout-shift'),
    'blocked, ms': Math.round(value('total-blocking-time')),
    'weight, KB': Math.round(value('total-byte-weight') / 1024)
  }
}

/** Each audit that counts and is not perfect, with the elements or addresses that it names. */
function findingsOf({ categories, audits }: Result): string[] {
  const counted = Object.values(categories).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0))
  return counted
    .map(({ id }) => audits[id]!)
    .filter(({ score, scoreDisplayMode }) => score !== null && score < (scoreDisplayMode === 'numeric' ? 0.9 : 1))
    .map(({ id, score, displayValue, details }) => `${id} ${score} ${displayValue ?? ''} ${JSON.stringify(details ?? '').slice(0, 500)}`)
}
