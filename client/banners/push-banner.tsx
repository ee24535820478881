import { useMutation } from '@tanstack/react-query'
import { useT } from '../site/site.tsx'
import { useErrorToast } from '../feedback/use-error-toast.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'

/**
 * Offers notifications about messages while away; the browser's own prompt comes only after the tap. Only the script can know whether this browser is
 * registered, so the offer floats over the page instead of pushing it down.
 */
export function PushBanner({ subscribe, onClose }: { subscribe: () => Promise<void>; onClose: () => void }) {
  const t = useT()
  const showError = useErrorToast()
  const { mutate, isPending } = useMutation({
    mutationFn: subscribe,
    onError: showError,
    // The focus was on the button, which is gone now.
    onSuccess: () => document.getElementById('content')?.focus({ preventScroll: true })
  })
  return (
    <Banner
      tone="info"
      icon="bell"
      floating
      data-testid="banner-push"
      onClose={onClose}
      closeLabel={t('form.close')}
      action={
        <Button variant="secondary" small busy={isPending} busyLabel={t('form.sending')} onClick={() => mutate()}>
          {t('banner.push_enable')}
        </Button>
      }
    >
      {t('banner.push')}
    </Banner>
  )
}
