import { ROUTES } from '../../shared/routes/table.ts'
import type { LayoutName } from '../../shared/routes/route.ts'
import { countryClassOf, entryWarningApplies, languagesOfCountry } from '../../shared/tenants/countries.ts'
import { EDGE_PORT, readEnvironment } from '../settings.ts'
import { ask } from './ask.ts'
import { neededId, type Call } from './call.ts'
import { printJson, printTable } from '../operator/print.ts'
import { soundTenant } from './sound-tenant.ts'

interface Preview {
  layout: LayoutName
  country: string
  language: string
  entry_warning: boolean
  url: string
}

/** The addresses of a brand, also of a draft: one page per layout, in every country and every language that visitors can choose there. */
export async function preview(call: Call): Promise<number> {
  const id = neededId(call, 'preview <id>')
  const { settings: tenant } = await soundTenant(call.dir, id)
  const base = `http://${id}.localhost:${readEnvironment().port ?? EDGE_PORT}`
  const previews = LAYOUT_PAGES.flatMap(([layout, path]) =>
    tenant.countries.flatMap((country) =>
      languagesOfCountry(countryClassOf(country), tenant.domain_language).map((language): Preview => {
        const warned = layout === 'lander' && tenant.enable_site_entry_popup && entryWarningApplies(country, country)
        return { layout, country, language, entry_warning: warned, url: `${base}${path}?lang=${language}&__country=${country}` }
      })
    )
  )
  const running = await ask(new URL(base), { timeout: 2000 }).then(
    ({ status }) => status < 400,
    () => false
  )
  if (call.json) printJson({ id, status: tenant.status, served: running, previews })
  else {
    printTable(
      ['layout', 'country', 'language', 'warning', 'address'],
      previews.map((one) => [one.layout, one.country, one.language, one.entry_warning ? 'yes' : '', one.url])
    )
    console.log('The chat layout is for members: log in on one of them and open a conversation.')
    if (!running) console.log(`${base} does not answer with a page now. Run npm start (with the same PORT), which serves drafts too.`)
  }
  return 0
}

/** The first page of each layout that visitors can open directly. */
const LAYOUT_PAGES = [
  ...ROUTES.filter(({ access, pattern }) => access !== 'member' && !/\{\w+\}/.test(pattern)).reduce(
    (pages, { layout, pattern }) => (pages.has(layout) ? pages : pages.set(layout, pattern.replace(/\/\{\w+\?\}$/, ''))),
    new Map<LayoutName, string>()
  )
]
