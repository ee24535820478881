/**
 * Did our own page send this? Browsers say so in `Sec-Fetch-Site`, older ones in `Origin`. Null when the request has neither, as from other programs.
 */
export function isSameOrigin(request: Request, url: URL): boolean | null {
  const site = request.headers.get('sec-fetch-site')
  if (site) return site === 'same-origin'
  const origin = request.headers.get('origin')
  if (!origin) return null
  try {
    return new URL(origin).host === url.host
  } catch {
    return false
  }
}
