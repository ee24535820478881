/** Takes the badge off an installed app. Refused where it is not installed; then there is none. */
export async function clearAppBadge(): Promise<void> {
  if ('clearAppBadge' in navigator) await navigator.clearAppBadge().catch(() => {})
}
