import { writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { createInterface, type Interface } from 'node:readline/promises'
import * as v from 'valibot'
import { readTenantFiles } from '../../origin/settings/tenant-folder.ts'
import { readMessages } from '../../locales/read.ts'
import { LOCALES, type Locale } from '../../shared/i18n/locales.ts'
import { normalizeHost } from '../../shared/tenants/hosts.ts'
import { parseJson } from '../../shared/tenants/json-places.ts'
import { newTenant } from '../../shared/tenants/new.ts'
import { companyIdOf, parseTenantFiles, tenantIdOf, type SourceFile } from '../../shared/tenants/parse-files.ts'
import { Tenant } from '../../shared/tenants/schema.ts'
import { UsageError } from '../operator/usage-error.ts'
import { textOption, type Call } from './call.ts'
import { count, printJson } from '../operator/print.ts'
import { printProblems } from './commands.ts'

/** A question of the dialogue; the option of the same name answers it in a script. */
interface Question {
  option: 'name' | 'domain' | 'lang' | 'countries' | 'niche' | 'company' | 'primary'
  ask: string
  /** Used for an empty answer, and when there is no terminal. */
  fallback?: string
}

/** Writes the file of a new brand as a draft, and checks it. Prompts for missing options if there is a terminal. */
export async function create(call: Call): Promise<number> {
  const files = await readTenantFiles(call.dir)
  const ids = files.flatMap(({ path }) => tenantIdOf(path) ?? [])
  const terminal = process.stdin.isTTY && !call.json ? createInterface({ input: process.stdin, output: process.stdout }) : null
  terminal?.once('SIGINT', () => process.exit(130))
  try {
    const id = call.words[0] ?? (await terminal?.question('Id (short name, also <id>.localhost): '))?.trim()
    if (!id) throw new UsageError('Which id? npm run tenants -- new <id> --name … --domain … --lang … --countries … --company …')
    if (!v.safeParse(Tenant.entries.id, id).success)
      throw new UsageError(`An id has 2 to 31 lower case letters, digits and dashes and starts with a letter, not "${id}".`)
    if (ids.includes(id)) throw new UsageError(`There is a tenant "${id}" already. Choose another id, or change tenants/${id}.json.`)
    const said = await answers(call, questions(id, files), terminal)
    const path = join(call.dir, `${id}.json`)
    const text = writtenOut(await fileOf(id, said, files, call))
    const shown = relative(process.cwd(), path).replaceAll('\\', '/')
    const problems = problemsOf([...files, { path: shown, text }], id)
    const errors = problems.filter(({ severity }) => severity === 'error')
    if (errors.length > 0) {
      if (call.json) printJson({ file: null, problems })
      else {
        printProblems(errors)
        console.log(`Nothing was written: ${count(errors.length, 'mistake')}.`)
      }
      return 1
    }
    // Never overwrites a file written in the meantime.
    await writeFile(path, text, { flag: 'wx' })
    if (call.json) printJson({ file: shown, problems })
    else {
      printProblems(problems)
      console.log(nextSteps(id, shown, said.domain))
    }
    return 0
  } catch (error) {
    // Ctrl-D at a question.
    if (terminal && error instanceof Error && error.name === 'AbortError') throw new UsageError('\nNothing was written.')
    throw error
  } finally {
    terminal?.close()
  }
}

function questions(id: string, files: readonly SourceFile[]): Question[] {
  const companies = files.flatMap(({ path }) => companyIdOf(path) ?? [])
  const only = companies.length === 1 ? companies[0] : undefined
  return [
    { option: 'name', ask: 'Name as members see it', fallback: id[0]!.toUpperCase() + id.slice(1) },
    { option: 'domain', ask: 'Domain' },
    { option: 'lang', ask: `Language (${LOCALES.join(' ')})` },
    { option: 'countries', ask: 'Countries, the main one first (NL,BE)' },
    { option: 'niche', ask: 'Niche (1 general, 2 BDSM, 3 casual, 4 mature, 5 gay, 6 lesbian, 7 couples)', fallback: '1' },
    {
      option: 'company',
      ask: `Company (${companies.join(' ') || 'a file in tenants/companies/'})`,
      ...(only ? { fallback: only } : {})
    },
    { option: 'primary', ask: 'Main colour (#c0186a)', fallback: '' }
  ]
}

type Answers = Record<Question['option'], string>

async function answers({ options }: Call, asked: readonly Question[], terminal: Interface | null): Promise<Answers> {
  const said: Partial<Answers> = {}
  const missing: string[] = []
  for (const { option, ask, fallback } of asked) {
    let answer = textOption(options, option) || (terminal && (await dialogue(terminal, ask, fallback))) || undefined
    answer ??= fallback
    if (answer === undefined) missing.push(`--${option}`)
    else said[option] = answer
  }
  if (missing.length > 0) throw new UsageError(`Also give ${missing.join(', ')}. On a terminal it asks for them.`)
  return said as Answers
}

/** Asks until there is an answer, or takes the fallback. */
async function dialogue(terminal: Interface, ask: string, fallback: string | undefined): Promise<string> {
  for (;;) {
    const typed = (await terminal.question(`${ask}${fallback ? ` [${fallback}]` : ''}: `)).trim()
    if (typed || fallback !== undefined) return typed || (fallback ?? '')
  }
}

async function fileOf(id: string, said: Answers, files: readonly SourceFile[], { options }: Call): Promise<Record<string, unknown>> {
  const catalogues = new Map(LOCALES.map((locale) => [locale, readMessages(locale)] as const))
  const lead = (language: Locale) =>
    [catalogues.get(language)?.['index.step2_text'], catalogues.get(language)?.['index.free']].filter(Boolean).join(' ')
  const language = LOCALES.find((locale) => locale === said.lang)
  if (!language) throw new UsageError(`There is no language "${said.lang}". There are: ${LOCALES.join(', ')}.`)
  const more = { secondary: textOption(options, 'secondary'), pool: textOption(options, 'pool'), status: textOption(options, 'status') }
  return newTenant(
    {
      id,
      name: said.name,
      // A domain as people write it: with non-ASCII letters, or copied from the address bar.
      domain: normalizeHost(said.domain.trim().replace(/^https?:\/\/|\/.*$/g, '')) ?? said.domain,
      language,
      countries: said.countries
        .toUpperCase()
        .split(/[\s,]+/)
        .filter(Boolean),
      niche: Number(said.niche),
      company: said.company,
      sender: companyName(files, said.company),
      primary: said.primary.toLowerCase() || undefined,
      supportEmail: textOption(options, 'email'),
      ...more
    },
    lead
  )
}

/** Neutral enough to be seen by others; the id while the company has no readable file, which `check` reports. */
function companyName(files: readonly SourceFile[], id: string): string {
  const file = files.find(({ path }) => companyIdOf(path) === id)
  const parsed = parseJson(file?.text ?? '')
  const read = v.safeParse(v.object({ name: v.string() }), parsed.ok ? parsed.json.value : null)
  return read.success ? read.output.name : id
}

/** In the format of the project's formatter: lists of strings on one line. */
function writtenOut(file: Record<string, unknown>): string {
  const text = JSON.stringify(file, null, 2)
  return `${text.replace(/\[\n([^\][{}]*?)\n\s*\]/g, (_, items: string) => `[${items.trim().replace(/,\n\s*/g, ', ')}]`)}\n`
}

/** Problems of the new file, and those it would cause in others. */
function problemsOf(files: readonly SourceFile[], id: string) {
  return parseTenantFiles(files).problems.filter(
    ({ file, severity, message }) => tenantIdOf(file) === id || (severity === 'error' && message.includes(`"${id}"`))
  )
}

const nextSteps = (id: string, file: string, domain: string) => `Wrote ${file}, a draft.

Next
  npm run tenants -- preview ${id}   its pages in every language, while npm start runs
  npm run tenants -- check ${id}     after every change
  npm run tenants -- diff ${id}      what publishing would change
  npm run tenants -- dns ${id}       records to create for ${domain}
  Set "status" to "live" in the file, then: npm run tenants -- publish ${id}`
