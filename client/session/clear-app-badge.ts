/** Clears the badge of an installed app. Rejected if it isn't installed; then there is none. */
export async function clearAppBadge(): Promise<void> {
  if ('clearAppBadge' in navigator) await navigator.clearAppBadge().catch(() => {})
}
