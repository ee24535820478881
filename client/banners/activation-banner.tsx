import type { User } from '../../shared/api/user.ts'
import { SIGNUP_COMPLETE } from '../../shared/rules/banners.ts'
import { useT } from '../site/site.tsx'
import { useResendActivation } from '../account/use-resend-activation.ts'
import { useRouter } from '../router/context.ts'
import { withoutParam } from '../router/location.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useMediaQuery } from '../ui/use-media-query.ts'

/** As in the styles: below this width the phone layout applies. */
const PHONE = '(width < 48rem)'

/**
 * Reminds a member to confirm their address. On a phone it is a modal right after signing up; closing it removes the flag from the address,
 * and the banner takes its place.
 */
export function ActivationBanner({ user }: { user: User }) {
  const t = useT()
  const { location, replaceUrl } = useRouter()
  const phone = useMediaQuery(PHONE)
  const { busy, text, resend } = useResendActivation()
  const reminder = t('banner.activation', { email: user.email })
  const done = <span role="status">{text}</span>

  if (phone && location.search.has(SIGNUP_COMPLETE))
    return (
      <Dialog
        open
        onClose={() => replaceUrl(withoutParam(location, SIGNUP_COMPLETE))}
        size="small"
        title={t('banner.activation_title')}
        closeLabel={t('form.close')}
        data-testid="banner-activation"
        actions={
          <Button icon="mail" wide busy={busy} busyLabel={t('form.sending')} onClick={() => void resend()}>
            {t('activation.resend')}
          </Button>
        }
      >
        <p>{reminder}</p>
        <p>{done}</p>
      </Dialog>
    )

  return (
    <Banner
      icon="mail"
      data-testid="banner-activation"
      action={
        <Button variant="secondary" small busy={busy} busyLabel={t('form.sending')} onClick={() => void resend()}>
          {t('activation.resend')}
        </Button>
      }
    >
      {reminder} {done}
    </Banner>
  )
}
