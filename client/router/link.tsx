import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { href } from '../../shared/routes/match.ts'
import type { Params } from '../../shared/routes/route.ts'
import { useSite } from '../site/site.tsx'
import { isPlainClick } from '../ui/is-plain-click.ts'
import { useRouter } from './context.ts'

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** Key of the route. */
  to: string
  params?: Params
  query?: Record<string, string | number | undefined>
}

/**
 * `href` and `onClick` of a link to a route, for parts that draw their own `<a>` (LinkButton, MenuLink). With a session the
 * router takes the click; a visitor's links load documents.
 */
export function useLink(to: string, params?: Params, query?: LinkProps['query']) {
  const { member } = useSite()
  const { navigate } = useRouter()
  const url = href(to, params, query)
  return {
    href: url,
    onClick(event: MouseEvent<HTMLAnchorElement>) {
      if (!member || event.defaultPrevented || !isPlainClick(event) || event.currentTarget.target) return
      event.preventDefault()
      navigate(url)
    }
  }
}

/** A link to a route. */
export function Link({ to, params, query, onClick, children, ...rest }: LinkProps) {
  const link = useLink(to, params, query)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    link.onClick(event)
  }
  return (
    <a {...rest} href={link.href} onClick={follow}>
      {children}
    </a>
  )
}
