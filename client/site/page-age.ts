/** How long ago the page was requested, in ms. A browser's stopwatch may stand still while the device sleeps; its clock, which can be set, doesn't. */
export const pageAge = (): number => Math.max(performance.now(), Date.now() - performance.timeOrigin)
