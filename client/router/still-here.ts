/**
 * Remembers where the reader is; the returned function says whether they still are. An answer that comes late must not lead them away from where they
 * have gone meanwhile.
 */
export function stillHere(): () => boolean {
  const { href } = window.location
  return () => window.location.href === href
}
