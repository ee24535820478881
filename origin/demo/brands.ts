import type { Gender } from '../../shared/api/values.ts'
import type { Backdrop } from './portraits/draw.ts'
import type { PortraitStyle } from './portraits/faces.ts'

/** The members of a demo tenant besides the cast, and the style of their portraits. */
export interface Brand {
  people: Partial<Record<Gender, number>>
  /** Youngest and oldest. */
  ages: readonly [number, number]
  style: PortraitStyle
  backdrop: Backdrop
}

/** By tenant id; 54 in each of the two pools, with the cast 60. */
export const BRANDS: Readonly<Record<string, Brand>> = {
  afterdusk: { people: { woman: 4, man: 5, couple: 2, other: 1 }, ages: [23, 61], style: 'notionists', backdrop: ['#f9dce6', '#e3a6c0'] },
  clairsoir: { people: { woman: 4, man: 4, couple: 1 }, ages: [42, 68], style: 'open-peeps', backdrop: ['#e2e8f7', '#b3c1e4'] },
  daemmerzeit: { people: { woman: 4, man: 3, couple: 1, other: 1 }, ages: [25, 60], style: 'notionists', backdrop: ['#e6def4', '#bda9de'] },
  fluwijn: { people: { woman: 6, man: 5, couple: 1, other: 1 }, ages: [21, 57], style: 'open-peeps', backdrop: ['#fbe3d8', '#eab59f'] },
  'fluwijn-be': { people: { woman: 1, man: 3 }, ages: [24, 55], style: 'open-peeps', backdrop: ['#f6e6d3', '#dcb88f'] },
  skymning: { people: { man: 7 }, ages: [21, 59], style: 'notionists', backdrop: ['#dedcf5', '#a9a2dc'] },
  brisaluz: { people: { woman: 4, man: 4 }, ages: [22, 58], style: 'notionists', backdrop: ['#fdebd0', '#ecc08a'] },
  fjordlys: { people: { woman: 1, man: 1, couple: 5 }, ages: [28, 60], style: 'open-peeps', backdrop: ['#d9edf0', '#9cc4cc'] },
  harbourlight: { people: { woman: 5, man: 6, other: 1 }, ages: [23, 66], style: 'open-peeps', backdrop: ['#dcf0e9', '#a3cfc0'] },
  lumerosa: { people: { woman: 4, man: 3 }, ages: [41, 67], style: 'open-peeps', backdrop: ['#fbdfe4', '#e5a8b6'] },
  lygte: { people: { woman: 4, man: 3 }, ages: [22, 54], style: 'notionists', backdrop: ['#f0e1f6', '#cfaade'] },
  revontuuli: { people: { woman: 6 }, ages: [22, 56], style: 'notionists', backdrop: ['#dcefe5', '#a5cdd8'] },
  wrzosowo: { people: { woman: 4, man: 3 }, ages: [23, 62], style: 'open-peeps', backdrop: ['#f2e0ee', '#d3a8cb'] }
}
