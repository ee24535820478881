import * as v from 'valibot'
import { contract } from './endpoint.ts'
import { NoBody, NoQuery } from './values.ts'

/** How the reports or complaints of the period were dealt with. */
const Handled = v.strictObject({
  received: v.number(),
  /** Decided by now: in favour of the writer, or not. */
  upheld: v.number(),
  refused: v.number(),
  /** Decided after the deadline, or still undecided past it. */
  late: v.number(),
  /** Half of those decided took at most this long, in hours; null if none is. */
  median_hours: v.nullable(v.number())
})
export type Handled = v.InferOutput<typeof Handled>

/** Another site of the operator, and the company behind it. */
const Site = v.strictObject({ name: v.string(), company: v.string() })
export type SisterSite = v.InferOutput<typeof Site>

export const transparency = contract({
  getTransparency: {
    method: 'GET',
    path: '/api/transparency.php',
    summary:
      'What everyone may know about this brand: the share of fictional profiles, how reports and complaints were dealt with lately, and which other sites show its members.',
    audience: 'anyone',
    whileClosed: true,
    query: NoQuery,
    body: NoBody,
    output: v.strictObject({
      /** Of the profiles that can be found, from 0 to 1; null if there are none. */
      fictional_share: v.nullable(v.number()),
      reports: Handled,
      complaints: Handled,
      /** Sites of the same pool. */
      sharing_sites: v.array(Site),
      /** Sites of other pools, which show a member who has chosen them. */
      chosen_sites: v.array(Site)
    })
  }
})
