/**
 * How often a test repeats what only shows now and then: `npm test` takes the first number, `npm run test:long` (before a release, and after a
 * change to locks, sessions or the outbox) the second.
 */
export const repeats = (usual: number, long: number): number => (process.env.TEST_LONG === '1' ? long : usual)
