/** Push services of the browsers: Chrome and its relatives, Firefox, Safari, Edge. A name with a leading dot stands for its subdomains. */
const SERVICES = ['fcm.googleapis.com', 'updates.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com']

/** Is this an address of a browser's push service? Members supply it, so nothing else may ever be called: it could be one of our own machines. */
export function isPushService(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false
  return SERVICES.some((service) => (service.startsWith('.') ? hostname.endsWith(service) : hostname === service))
}
