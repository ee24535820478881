// Everything that moderators can do, for the commands.
export { claim, release } from './claims.ts'
export { decideAppeal } from './decide-appeal.ts'
export { decidePhoto } from './decide-photo.ts'
export { dismissReport } from './dismiss-report.ts'
export type { Done } from './done.ts'
export { unban } from './lift-restriction.ts'
export { logOutEverywhere } from './log-out-everywhere.ts'
export { takeMeasure, type MeasureOrder } from './take-measure.ts'
