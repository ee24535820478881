import { dayIn } from '../../shared/rules/day.ts'
import { later } from '../site/later.tsx'
import type { Bootstrap } from '../site/site.tsx'
import { useInstall } from '../state/install.ts'
import { closeInstall, mayInvite } from './answers.ts'

const InstallCard = later(() => import('./install-card.tsx'), ['install'])

/** Invites members to put the site on the home screen from their second day on, unless it is there already. Returns a function that ends it. */
export function startInstall({ tenant, now }: Pick<Bootstrap, 'tenant' | 'now'>): () => void {
  if (window.matchMedia('(display-mode: standalone)').matches) return () => {}
  const invite = () => mayInvite(dayIn(tenant.time_zone, new Date(now))) && useInstall.setState({ Invitation: InstallCard })
  if (useInstall.getState().offer || isByHand()) invite()
  const forget = useInstall.subscribe(({ offer }, before) => offer && offer !== before.offer && invite())
  window.addEventListener('appinstalled', closeInstall)
  return () => {
    forget()
    window.removeEventListener('appinstalled', closeInstall)
  }
}

/** A browser on iOS, which offers pages no such event, though people can do it themselves. In-app browsers can't. */
function isByHand(): boolean {
  return (navigator as { standalone?: boolean }).standalone === false && navigator.userAgent.includes(' Safari/')
}
