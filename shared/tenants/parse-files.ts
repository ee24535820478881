import * as v from 'valibot'
import { explainIssue, explainUnknown, fieldsAt, type Explained } from './explain-issue.ts'
import { parseJson, type Path } from './json-places.ts'
import { lintTenants, type MessageKeys } from './lint.ts'
import { nearestWord } from './nearest-word.ts'
import { isDrawing, readOwnDrawings, unusedDrawings, withDrawings } from './own-drawings.ts'
import type { Problem } from './problem.ts'
import { CompanyFile, TenantFile, type Company, type Tenant } from './schema.ts'
import { problemAt, type CheckedCompany, type CheckedTenant, type Source } from './source.ts'

/** A file of the operator's folder: `<id>.json`, `companies/<id>.json` for a legal entity, `scenes/<name>.svg` or `marks/<name>.svg` for a drawing. */
export interface SourceFile {
  path: string
  text: string
}

/** A tenant from its files: inherited values and defaults filled in, with its company. */
export interface TenantFiles {
  settings: Tenant
  company: Company
}

/** Fields that a file never inherits, because they identify the tenant. The rest is inherited by whole fields. */
export const OWN_FIELDS: ReadonlySet<string> = new Set(['$schema', 'id', 'extends', 'domain', 'aliases', 'status'])

/**
 * Reads the texts of a tenants folder: JSON, schema, `extends`, companies, drawings, and the rules of `lint.ts`. `records` holds the tenants that may be
 * served, in the order of the files; a tenant with an error in its file or in its company's is left out and the error is among the problems.
 * @param keys message keys by language; with them, languages without a text give a warning
 */
export function parseTenantFiles(files: readonly SourceFile[], keys?: MessageKeys): { records: TenantFiles[]; problems: Problem[] } {
  const problems: Problem[] = []
  const texts = files.filter(({ path }) => !isDrawing(path))
  const own = readOwnDrawings(files, problems)
  const sources = texts.flatMap((file) => readSource(file, problems) ?? [])
  const companies = sources.filter(isCompany).flatMap((source) => readCompany(source, problems) ?? [])
  const tenantSources = new Map(sources.filter((source) => !isCompany(source)).map((source) => [source.id, source]))
  const tenants = [...tenantSources.values()]
    .flatMap((source) => readTenant(source, tenantSources, problems) ?? [])
    .map((tenant) => withDrawings(tenant, own, problems))
  const complete = tenants.length === texts.filter(({ path }) => !COMPANY_PATH.test(path)).length
  if (complete) problems.push(...unusedDrawings(own, tenants))
  const named = sources.length === texts.length ? new Set([...tenantSources.values()].map(({ raw }) => raw['company_id'])) : null
  problems.push(...lintTenants(tenants, companies, named, keys))

  const faulty = new Set(problems.filter((problem) => problem.severity === 'error').map((problem) => problem.file))
  const sound = new Map(companies.filter(({ file }) => !faulty.has(file)).map(({ company }) => [company.id, company]))
  const records = tenants.flatMap((tenant) => {
    const company = sound.get(tenant.settings.company_id)
    if (!company) problems.push(companyProblem(tenant, files, [...sound.keys()]))
    return company && !faulty.has(tenant.file) ? [{ settings: tenant.settings, company }] : []
  })
  return { records, problems: problems.sort(byPlace) }
}

/** Tenant id of a file's path; null for the file of a company or a drawing. */
export function tenantIdOf(path: string): string | null {
  return COMPANY_PATH.test(path) || isDrawing(path) ? null : idOf(path)
}

/** Id of the company that a file describes; null for other files. */
export function companyIdOf(path: string): string | null {
  return COMPANY_PATH.test(path) ? idOf(path) : null
}

const COMPANY_PATH = /(^|\/)companies\/[^/]+$/
const isCompany = ({ file }: Source) => COMPANY_PATH.test(file)
const idOf = (path: string) => path.replace(/^.*\//, '').replace(/\.json$/, '')

function readSource({ path, text }: SourceFile, problems: Problem[]): Source | null {
  const result = parseJson(text.startsWith('\uFEFF') ? text.slice(1) : text)
  if (!result.ok) {
    const message = `This is not JSON: ${result.message}.`
    problems.push({ file: path, ...result.place, path: '', severity: 'error', message, fix: 'Fix the text at this place.' })
    return null
  }
  const { json } = result
  const raw = json.value
  if (raw === null || typeof raw !== 'object' || Array.isArray(raw)) {
    const place = json.valueAt([])
    problems.push({
      file: path,
      ...place,
      path: '',
      severity: 'error',
      message: 'The file must hold one object.',
      fix: 'Begin it with { and end it with }.'
    })
    return null
  }
  const source = { file: path, id: idOf(path), raw: raw as Record<string, unknown>, json }
  for (const twice of json.doubled) {
    problems.push(
      problemAt(source, twice, {
        at: 'key',
        message: `"${twice.join('.')}" appears twice; only the last one would count.`,
        fix: 'Remove one.'
      })
    )
  }
  return source
}

function readCompany(source: Source, problems: Problem[]): CheckedCompany | null {
  const company = check(CompanyFile, source, source.raw, problems, () => false)
  return company && { ...source, company }
}

function readTenant(source: Source, all: ReadonlyMap<string, Source>, problems: Problem[]): CheckedTenant | null {
  const base = baseOf(source, all, problems)
  if (base === 'none') return null
  const inherited = base ? Object.entries(base.raw).filter(([key]) => !OWN_FIELDS.has(key) && !Object.hasOwn(source.raw, key)) : []
  const taken = new Set(inherited.map(([key]) => key))
  const settings = check(TenantFile, source, { ...Object.fromEntries(inherited), ...source.raw }, problems, (path) =>
    taken.has(String(path[0]))
  )
  return settings && { ...source, settings }
}

/** The file a tenant extends, null without one, 'none' when it cannot be used. */
function baseOf(source: Source, all: ReadonlyMap<string, Source>, problems: Problem[]): Source | null | 'none' {
  const name = source.raw['extends']
  if (typeof name !== 'string') return null
  const base = all.get(name)
  const refuse = (message: string, fix: string): 'none' => {
    problems.push(problemAt(source, ['extends'], { message, fix }))
    return 'none'
  }
  if (name === source.id) return refuse('A tenant cannot extend itself.', 'Name another tenant or remove "extends".')
  if (!base) {
    const near = nearestWord(
      name,
      [...all.keys()].filter((id) => id !== source.id)
    )
    return refuse(
      `There is no readable tenant "${name}" to extend.`,
      near ? `Did you mean "${near}"?` : `Add or fix the file of "${name}".`
    )
  }
  if (base.raw['extends'] !== undefined)
    return refuse(
      `"${name}" extends a tenant itself; there is one level only.`,
      `Extend ${JSON.stringify(base.raw['extends'])}, or copy the values.`
    )
  return base
}

/** Checks the fields of a file. Problems of inherited fields are reported once, in the file they come from. */
function check<S extends typeof TenantFile | typeof CompanyFile>(
  schema: S,
  source: Source,
  fields: Record<string, unknown>,
  problems: Problem[],
  isInherited: (path: Path) => boolean
): v.InferOutput<S> | null {
  const found: Problem[] = []
  const known = new Set(fieldsAt(schema, []))
  for (const key of Object.keys(fields).filter((name) => !known.has(name) && !isInherited([name])))
    found.push(tell(source, explainUnknown(schema, [key])))
  const result = v.safeParse(schema, Object.fromEntries(Object.entries(fields).filter(([key]) => known.has(key))))
  let inherits = false
  for (const issue of result.issues ?? []) {
    const explained = explainIssue(schema, issue)
    if (isInherited(explained.path)) inherits = true
    else found.push(tell(source, explained))
  }
  if (found.length === 0 && inherits) {
    const message = `It inherits a mistake of "${String(source.raw['extends'])}".`
    found.push(problemAt(source, ['extends'], { message, fix: 'Fix that file.' }))
  }
  if (typeof fields['id'] === 'string' && fields['id'] !== source.id) {
    const message = `"id" is "${fields['id']}", but the file is called ${source.id}.json.`
    found.push(problemAt(source, ['id'], { message, fix: `Write "${source.id}" or rename the file.` }))
  }
  problems.push(...found)
  return result.success && found.length === 0 ? result.output : null
}

const tell = (source: Source, { path, at, message, fix }: Explained) => problemAt(source, path, { at, message, fix })

/** Why a tenant's company can't be used. */
function companyProblem(tenant: CheckedTenant, files: readonly SourceFile[], companies: readonly string[]): Problem {
  const id = tenant.settings.company_id
  const path = files.find((file) => companyIdOf(file.path) === id)?.path
  if (path) return problemAt(tenant, ['company_id'], { message: `The company "${id}" has mistakes.`, fix: `Fix ${path}.` })
  const near = nearestWord(id, companies)
  const fix = near
    ? `Did you mean "${near}"?`
    : `Add companies/${id}.json; there ${companies.length === 1 ? 'is' : 'are'} ${companies.join(', ') || 'none'}.`
  return problemAt(tenant, ['company_id'], { message: `There is no company "${id}".`, fix })
}

const byPlace = (one: Problem, other: Problem) =>
  one.file.localeCompare(other.file, 'en') || one.line - other.line || one.column - other.column
