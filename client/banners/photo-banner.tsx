import { useT } from '../site/site.tsx'
import { useLink } from '../router/link.tsx'
import { Banner } from '../ui/banner.tsx'
import { LinkButton } from '../ui/button.tsx'

/** Says that others see no picture of the member, and links to where one is added. */
export function PhotoBanner({ onClose }: { onClose: () => void }) {
  const t = useT()
  const profile = useLink('profile')
  return (
    <Banner
      tone="warning"
      icon="camera"
      data-testid="banner-photo"
      onClose={onClose}
      closeLabel={t('form.close')}
      action={
        <LinkButton variant="secondary" small {...profile}>
          {t('banner.photo_add')}
        </LinkButton>
      }
    >
      {t('banner.photo')}
    </Banner>
  )
}
