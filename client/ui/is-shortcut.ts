/** Is this key the browser's own? Alt and an arrow go back or forward, Ctrl and plus enlarge the page. Shift doesn't count: some signs need it. */
export function isShortcut({ altKey, ctrlKey, metaKey }: Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey'>): boolean {
  return altKey || ctrlKey || metaKey
}
