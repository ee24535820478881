/**
 * How long ago the page began to arrive, in ms: its time is the server's from before that, so that the page's clock is never ahead. A browser's stopwatch
 * may stand still while the device sleeps; its clock, which can be set, doesn't.
 */
export function pageAge(): number {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return Math.max(performance.now(), Date.now() - performance.timeOrigin) - (navigation?.responseStart ?? 0)
}
