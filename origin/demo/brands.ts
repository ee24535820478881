import type { Gender } from '../../shared/api/values.ts'
import type { Backdrop } from './portraits/draw.ts'
import type { Hand } from './portraits/faces.ts'

/** The members of a demo tenant besides the cast, and the style of their portraits. */
export interface Brand {
  people: Partial<Record<Gender, number>>
  /** Youngest and oldest. */
  ages: readonly [number, number]
  hand: Hand
  backdrop: Backdrop
}

/** By tenant id; 54 in each of the two pools, with the cast 60. */
export const BRANDS: Readonly<Record<string, Brand>> = {
  afterdusk: { people: { woman: 4, man: 5, couple: 2, other: 1 }, ages: [23, 61], hand: 'notionists', backdrop: ['#f9dce6', '#e3a6c0'] },
  clairsoir: { people: { woman: 4, man: 4, couple: 1 }, ages: [42, 68], hand: 'open-peeps', backdrop: ['#e2e8f7', '#b3c1e4'] },
  daemmerzeit: { people: { woman: 4, man: 3, couple: 1, other: 1 }, ages: [25, 60], hand: 'notionists', backdrop: ['#e6def4', '#bda9de'] },
  fluwijn: { people: { woman: 6, man: 5, couple: 1, other: 1 }, ages: [21, 57], hand: 'open-peeps', backdrop: ['#fbe3d8', '#eab59f'] },
  'fluwijn-be': { people: { woman: 1, man: 3 }, ages: [24, 55], hand: 'open-peeps', backdrop: ['#f6e6d3', '#dcb88f'] },
  skymning: { people: { man: 7 }, ages: [21, 59], hand: 'notionists', backdrop: ['#dedcf5', '#a9a2dc'] },
  brisaluz: { people: { woman: 4, man: 4 }, ages: [22, 58], hand: 'notionists', backdrop: ['#fdebd0', '#ecc08a'] },
  fjordlys: { people: { woman: 1, man: 1, couple: 5 }, ages: [28, 60], hand: 'open-peeps', backdrop: ['#d9edf0', '#9cc4cc'] },
  harbourlight: { people: { woman: 5, man: 6, other: 1 }, ages: [23, 66], hand: 'open-peeps', backdrop: ['#dcf0e9', '#a3cfc0'] },
  lumerosa: { people: { woman: 4, man: 3 }, ages: [41, 67], hand: 'open-peeps', backdrop: ['#fbdfe4', '#e5a8b6'] },
  lygte: { people: { woman: 4, man: 3 }, ages: [22, 54], hand: 'notionists', backdrop: ['#f0e1f6', '#cfaade'] },
  revontuuli: { people: { woman: 6 }, ages: [22, 56], hand: 'notionists', backdrop: ['#dcefe5', '#a5cdd8'] },
  wrzosowo: { people: { woman: 4, man: 3 }, ages: [23, 62], hand: 'open-peeps', backdrop: ['#f2e0ee', '#d3a8cb'] }
}
