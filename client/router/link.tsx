import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { href } from '../../shared/routes/match.ts'
import type { Params } from '../../shared/routes/route.ts'
import { useSite } from '../site/site.tsx'
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
      const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
      if (!member || event.defaultPrevented || !plain || event.currentTarget.target) return
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
