import { useLink } from '../router/link.tsx'
import { useT } from '../site/site.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Cluster } from '../ui/layout.tsx'

/** Ways to find someone other than the search: the match finder and the swipe game. */
export function WaysOn({ className }: { className?: string }) {
  const t = useT()
  const finder = useLink('match-finder')
  const game = useLink('swipe-game')
  return (
    <Cluster gap={2} className={className}>
      <LinkButton variant="secondary" small icon="sparkle" {...finder}>
        {t('footer.match_finder')}
      </LinkButton>
      <LinkButton variant="secondary" small icon="cards" {...game}>
        {t('footer.swipe_game')}
      </LinkButton>
    </Cluster>
  )
}
