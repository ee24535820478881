import { useSignupWay } from '../site/signup-way.ts'
import { useSite, useT } from '../site/site.tsx'
import { useLink } from '../router/link.tsx'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** Shown instead of the sign-up form when this visitor can't sign up (docs/requirements.tsv). */
export function InviteOnly({ level }: { level: 1 | 3 }) {
  const t = useT()
  const { tenant } = useSite()
  const way = useSignupWay()
  const login = useLink('login')
  return (
    <EmptyState
      art="door"
      level={level}
      title={t('signup.invite_title', { way })}
      action={
        <LinkButton variant="secondary" {...login}>
          {t('nav.login')}
        </LinkButton>
      }
    >
      {t('signup.invite_text', { site: tenant.name, way })}
    </EmptyState>
  )
}
