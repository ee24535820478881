import { farOrigin } from './far-origin.ts'
import { floods } from './floods.ts'
import { chats } from './chats.ts'
import { cachedPage } from './cached-page.ts'
import { memberPage } from './member-page.ts'
import { lighthouseScores } from './lighthouse.ts'
import { likes } from './likes.ts'
import { malformed } from './malformed.ts'
import { manyTenants } from './many-tenants.ts'
import { memory } from './memory.ts'
import { pictures } from './pictures.ts'
import { reach } from './reach.ts'
import { renderedPage } from './rendered-page.ts'
import { spends } from './spends.ts'
import { streams } from './streams.ts'
import { workerdPage } from './workerd-page.ts'

// `npm run bench` takes every figure, `npm run bench -- cached-page memory` some of them. Run it on an idle machine.
const FIGURES = {
  'cached-page': cachedPage,
  'workerd-page': workerdPage,
  'rendered-page': renderedPage,
  'member-page': memberPage,
  'far-origin': farOrigin,
  'many-tenants': manyTenants,
  memory,
  malformed,
  pictures,
  floods,
  reach,
  likes,
  spends,
  chats,
  streams,
  lighthouse: lighthouseScores
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in FIGURES))
if (unknown.length > 0) {
  console.error(`No such figure: ${unknown.join(', ')}. There are: ${Object.keys(FIGURES).join(', ')}.`)
  process.exit(1)
}
for (const [name, take] of Object.entries(FIGURES)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.log(`\n${name}`)
  console.table(await take())
}
