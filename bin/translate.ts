import { parseArgs } from 'node:util'
import { exportTexts, importTexts } from './translate/exchange.ts'
import { fail, UsageError } from './operator/usage-error.ts'

// `npm run translate`: the texts as files that Weblate and Crowdin read, and back.
const HELP = `npm run translate -- <command> [folder]

  export [folder]   writes every text of the product and of the brands' files, with notes for translators
  import [folder]   takes changed texts back into locales/ and the brands' files; none of them if one is wrong

Folder: translations. In it a folder for each part, in that one ARB file a language (Application Resource Bundle: JSON with ICU messages), such as
chat/texts_de.arb. TENANTS_DIR names another folder of brands than tenants/. The notes are in the file of the source: English for the product, the domain's language for a brand (brand-<id>).
Weblate: format "ARB file", mask */texts_*.arb, and texts_en.arb as the base file. Crowdin: *.arb.`

try {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean', default: false } } })
  const [command, folder = 'translations'] = positionals
  if (values.help || !command) console.log(HELP)
  else if (command === 'export') console.log(`${await exportTexts(folder)} texts are in ${folder}.`)
  else if (command === 'import') report(await importTexts(folder))
  else throw new UsageError(`There is no "${command}". Use export or import.`)
} catch (error) {
  fail(error)
}

function report({ changed, wrong }: Awaited<ReturnType<typeof importTexts>>): void {
  if (wrong.length > 0) throw new UsageError(`Nothing was taken:\n${wrong.join('\n')}`)
  console.log(changed.length > 0 ? changed.join('\n') : 'No text has changed.')
}
