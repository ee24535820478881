import { join } from 'node:path'
import type { Rolldown } from 'vite'

const CLIENT = join(import.meta.dirname, '../../client')
/** A module used by this many pages goes into every page: otherwise it would be one of dozens of tiny files, which compress badly. */
const SHARED_BY = 5

/** What the build calls for every lazy import. */
const LAZY_IMPORTS = /preload-helper|\/client\/site\/load-code\./

/** A separate file, which pages load before all others. */
export const EARLY = 'early-input'

/** Only pages with a form load the code of forms. */
const FORM =
  /\/shared\/forms\/forms\.ts$|\/client\/forms\/(use-form|intent|form-errors|member-field)\.tsx?$|\/client\/ui\/(error-summary|password-field|checkbox-field)\./

/** Only pages of long texts load the code that shows them. */
const DOCUMENT = /\/client\/documents\/|\/shared\/tenants\/privacy-authorities\.ts$|\/shared\/rules\/deadlines\.ts$/

/** Only pages that show members as cards load the cards and the code of likes. */
const CARDS =
  /\/client\/(ui\/member-card|members\/(found-member|known-card|liked|like-button|use-like|use-join)|likes\/like-modals|router\/move-portrait)\./

/** Only pages that show interests load their list and where their drawings are. */
const INTERESTS = /\/client\/members\/interest|\/shared\/tenants\/interests\.ts$/

/** The interest picker, for the few pages that have it. */
const PICKER = /\/client\/profile\/interest-picker|\/shared\/rules\/interests\.ts$/

/** Code shared by the list of conversations and an open one, and parts loaded later in one: small files compress badly alone. */
const CHAT =
  /\/client\/(live\/known-conversations|chat\/(use-times|use-mute|use-draft|drafts|chat-row|message-text|message-parts|bubble\.module|quoted\.module|composer\.module)|state\/typing|site\/use-now|outbox\/use-outbox)/

/** Code that the settings share with the parts they load later, with the profile and with direct debit: small files too. */
const ACCOUNT =
  /\/client\/(pages\/settings\/(section|settings\.module)|ui\/section-card|account\/(export-button|new-password-fields)|forms\/use-(setting|late-error-toast)|profile\/use-profile-setting)|\/shared\/rules\/reactivation\.ts$/

/** Code for choosing a picture, which parts loaded later share. */
const PICTURE = /\/client\/(photos\/(open-picture|cropped)|chat\/use-object-url)\.|\/shared\/rules\/photo-file\.ts$/

/** Fields that pages with a form have, and pages that search. */
const FIELDS = /\/client\/ui\/(text-field|select|select-field)\./

/** Forms in steps: signing up and the match finder. */
const STEPS = /\/client\/(forms\/step-|ui\/step-progress)/

/** The form of signing up and what follows it, which its two pages and its dialog share. */
const SIGNUP = /\/client\/(signup\/|ui\/date-of-birth-field\.)/

/** Only pages that show prices load what writes and waits for them. */
const SHOP = /\/client\/shop\/(use-credits|use-money|waiting)\.|\/shared\/(i18n\/money|rules\/discounts)\.ts$/

/** Only pages that tell times load which zone these are in. */
const TIMES = /\/client\/site\/use-time-zone\./

/** Shared by many pages, but not part of every page. */
const APART = [FORM, FIELDS, CARDS, INTERESTS, DOCUMENT, SHOP, TIMES]

/** What the session shares with the photos, which would load all of the session for it. */
const LEAVING = /\/client\/session\/ask-before-leaving\./

/** Rules of a few lines that the session needs and a few pages before it: each would be a file of a hundred bytes. */
const SHORT_RULES = /\/shared\/rules\/(newcomers|payments|prompts)\.ts$/

/** Parts of the query library that only some pages use: its index imports everything. */
const SOMETIMES_NEEDED = /\/(useQueries|queriesObserver|useInfiniteQuery|infiniteQueryObserver)\.js$/

/**
 * How the browser's modules are bundled. `react` changes only with its version and stays in caches; `app` is the code that the application needs
 * before it runs, or that many pages share; `form` is for pages with a form. Everything else is loaded with its page.
 */
export const codeSplitting: Rolldown.CodeSplittingOptions = {
  includeDependenciesRecursively: false,
  groups: [
    { name: EARLY, test: /\/client\/(early-input|missing-files|router\/chunk-reload|ui\/is-plain-click)\.ts$/ },
    { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\// },
    { name: once(partOfApp), debugName: 'app' },
    { name: once(partOfSession), debugName: 'session' },
    { name: 'form', test: FORM, minShareCount: 2 },
    { name: 'fields', test: FIELDS, minShareCount: 2 },
    { name: 'steps', test: STEPS, minShareCount: 2 },
    { name: 'signup', test: SIGNUP, minShareCount: 2 },
    { name: 'shop', test: SHOP, minShareCount: 2 },
    { name: 'cards', test: CARDS, minShareCount: 2 },
    { name: 'interests', test: INTERESTS, minShareCount: 2 },
    { name: 'picker', test: PICKER, minShareCount: 2 },
    { name: 'chat', test: CHAT, minShareCount: 2 },
    { name: 'account', test: ACCOUNT, minShareCount: 2 },
    { name: 'picture', test: PICTURE, minShareCount: 2 },
    { name: 'document', test: DOCUMENT, minShareCount: 2 }
  ]
}

function partOfApp(context: Rolldown.ChunkingContext): (id: string) => string | null {
  // The modules of the small script of visitors stay separate, so that visitors don't load the application for them.
  const visitor = closureOf(join(CLIENT, 'visitor.ts'), context)
  const entry = closureOf(join(CLIENT, 'entry.tsx'), context)
  const uses = usesOfPages(context)
  const counts = new Map<string, number>()
  for (const id of uses) counts.set(id, (counts.get(id) ?? 0) + 1)
  return (id) => {
    if (SOMETIMES_NEEDED.test(id) || ENTRIES.has(id)) return null
    if (visitor.has(id) || LAZY_IMPORTS.test(id)) return 'small'
    return entry.has(id) || SHORT_RULES.test(id) || (!APART.some((group) => group.test(id)) && (counts.get(id) ?? 0) >= SHARED_BY)
      ? 'app'
      : null
  }
}

/** What the session, which starts when a page is hydrated, shares only with parts that are loaded later still. */
function partOfSession(context: Rolldown.ChunkingContext): (id: string) => string | null {
  const session = closureOf(join(CLIENT, 'app/start-session.ts'), context)
  const first = new Set(usesOfPages(context))
  return (id) => (session.has(id) && !first.has(id) && !LEAVING.test(id) ? 'session' : null)
}

/** The modules that each page needs before it runs, one after another: a module is there once for each page that needs it. */
function usesOfPages(context: Rolldown.ChunkingContext): string[] {
  const pages = context.getModuleInfo(join(CLIENT, 'pages/registry.ts'))?.dynamicallyImportedIds ?? []
  return pages.flatMap((page) => [...closureOf(page, context)])
}

const ENTRIES = new Set(['visitor.ts', 'entry.tsx'].map((name) => join(CLIENT, name)))

/** A module with everything it imports before it runs. */
function closureOf(id: string, context: Rolldown.ChunkingContext, seen = new Set<string>()): Set<string> {
  if (seen.has(id)) return seen
  seen.add(id)
  for (const imported of context.getModuleInfo(id)?.importedIds ?? []) closureOf(imported, context, seen)
  return seen
}

/** Walks the graph once per build, not once per module. */
function once(make: typeof partOfApp): Rolldown.CodeSplittingNameFunction {
  let made: ReturnType<typeof partOfApp> | undefined
  return (id, context) => (made ??= make(context))(id)
}
