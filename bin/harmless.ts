/** Removes terminal control characters from what a stranger wrote. Line breaks stay. */
export function harmless(value: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what it searches for
  return value.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
}
