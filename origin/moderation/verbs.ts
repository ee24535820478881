// Everything that moderators can do, for the commands.
export { claim, release } from './claims.ts'
export { decideAppeal } from './decide-appeal.ts'
export { decidePhoto } from './decide-photo.ts'
export type { Done } from './done.ts'
export { dismissReport, resolveReport } from './end-report.ts'
export { unban } from './lift-restriction.ts'
export { logOutEverywhere } from './log-out-everywhere.ts'
export { takeMeasure, type MeasureOrder } from './take-measure.ts'
