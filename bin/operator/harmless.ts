// oxlint-disable-next-line no-control-regex -- these are what it searches for
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** Removes terminal control characters from what a stranger wrote. Line breaks stay. */
export function harmless(value: string): string {
  return value.replace(CONTROLS, '\ufffd')
}

/** A value as JSON in which they are escaped: a program reads what was written, and a terminal can show it. */
export function harmlessJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(CONTROLS, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
