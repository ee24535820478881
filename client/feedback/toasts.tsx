import { dismissToast, useShownToasts } from '../state/toasts.ts'
import { ToastRegion } from '../ui/toast.tsx'
import { useT } from '../site/site.tsx'

/** Short messages over the open page. */
export function Toasts() {
  const t = useT()
  return <ToastRegion toasts={useShownToasts()} onDismiss={dismissToast} closeLabel={t('toast.close')} />
}
