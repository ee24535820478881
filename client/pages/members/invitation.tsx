import { useSite, useT } from '../../site/site.tsx'
import { useJoin } from '../../members/use-join.ts'
import { useSignupsOpen } from '../../site/signup-way.ts'
import { useLink } from '../../router/link.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

function Ways() {
  const t = useT()
  const open = useSignupsOpen()
  const join = useJoin()
  const login = useLink('login')
  return (
    <>
      {open && <LinkButton {...join}>{t('members.join')}</LinkButton>}
      <LinkButton variant={open ? 'secondary' : 'primary'} {...login}>
        {t('members.login')}
      </LinkButton>
    </>
  )
}

/** Shown where the whole search is for members only. */
export function MembersOnly() {
  const t = useT()
  const { tenant } = useSite()
  return (
    <EmptyState art="door" level={1} title={t('members.only_title', { site: tenant.name })} action={<Ways />}>
      {useSignupsOpen() ? t('members.only_text') : t('members.only_text_closed')}
    </EmptyState>
  )
}

/** Shown after the first page, where visitors see no more. */
export function MoreForMembers() {
  const t = useT()
  const { tenant } = useSite()
  return (
    <EmptyState art="door" title={t('members.limited_title')} action={<Ways />}>
      {useSignupsOpen() ? t('members.limited_text', { site: tenant.name }) : t('members.limited_text_closed', { site: tenant.name })}
    </EmptyState>
  )
}
