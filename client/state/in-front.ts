/** Is the page in the foreground: visible and with the keyboard focus? */
export function isInFront(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus()
}
