import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { useT } from '../site/site.tsx'
import { useErrorToast } from '../feedback/use-error-toast.ts'
import { usePush } from '../state/push.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'

/** Offers notifications in one line, with this text or the default one; the browser's own prompt comes only after the tap. */
export function PushBanner({ onClose, words }: { onClose: () => void; words?: string }) {
  const subscribe = usePush((push) => push.subscribe)
  const t = useT()
  const said = useId()
  const showError = useErrorToast()
  const { mutate, isPending } = useMutation({ mutationFn: subscribe, onError: showError })
  return (
    <Banner
      tone="info"
      icon="bell"
      line
      data-testid="banner-push"
      onClose={onClose}
      closeLabel={t('form.close')}
      action={
        <Button variant="secondary" small busy={isPending} busyLabel={t('form.sending')} aria-describedby={said} onClick={() => mutate()}>
          {t('banner.push_enable')}
        </Button>
      }
    >
      <span id={said}>{words ?? t('banner.push')}</span>
    </Banner>
  )
}
