/** Starts a lander's clip, unless the visitor wants less motion or saves data; its own controls pause it. */
export function startClip(clip: HTMLVideoElement): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  // Only muted videos may start by themselves.
  clip.muted = true
  clip.play().catch(() => {})
}
