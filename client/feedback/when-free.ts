/** Fields that someone may be typing in. */
const FIELD = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]'

function isFree(): boolean {
  if (document.visibilityState !== 'visible' || document.querySelector('dialog[open]')) return false
  return !document.activeElement?.matches(FIELD)
}

/** Resolves when a modal wouldn't disturb: the page is visible, no other dialog is open, and the member isn't typing. */
export async function whenFree(): Promise<void> {
  while (!isFree()) await nextChange()
}

function nextChange(): Promise<void> {
  return new Promise((resolve) => {
    const changed = () => {
      // The focus, or the dialog, is still on its way.
      setTimeout(resolve)
      document.removeEventListener('focusout', changed)
      document.removeEventListener('visibilitychange', changed)
      document.removeEventListener('close', changed, true)
    }
    document.addEventListener('focusout', changed)
    document.addEventListener('visibilitychange', changed)
    // Doesn't bubble.
    document.addEventListener('close', changed, true)
  })
}
