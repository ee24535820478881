import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import type { FoundCard } from '../../../shared/api/search.ts'
import { EXACT_TOTAL } from '../../../shared/rules/exact-total.ts'
import { PAGE_SIZE } from '../../../shared/rules/page-size.ts'
import { firstOfDocument, MOST_PAGES, searchKeeping, searchPages } from '../../../shared/routes/search-query.ts'
import { ApiError } from '../../api/api-error.ts'
import { LoadFailed } from '../../feedback/load-failed.tsx'
import { tooMuch } from '../../feedback/too-much.ts'
import { useMessage, useSite, useT } from '../../site/site.tsx'
import { useFictionalIcon } from '../../members/fictional-tag.tsx'
import { FoundMember } from '../../members/found-member.tsx'
import { InterestIcon } from '../../members/interest-icon.tsx'
import { WaysOn } from '../../members/ways-on.tsx'
import { useLink } from '../../router/link.tsx'
import { useRouter } from '../../router/context.ts'
import { Tag } from '../../ui/badge.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { isPlainClick } from '../../ui/is-plain-click.ts'
import { CardGrid } from '../../ui/layout.tsx'
import { MemberCardSkeleton } from '../../ui/member-card.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { accumulate, type SearchPage } from './accumulate.ts'
import { MoreForMembers } from './invitation.tsx'
import styles from './members.module.css'
import { FILTERS, readFilters } from './read-filters.ts'
import { searchHref } from './search-link.ts'
import { searchPage } from './search-page.ts'

/** Number of cards that fill about one screen: their pictures are fetched first. */
const SCREEN = 6

/** How many were found, which is read aloud after each search, and who. */
export function Results({ search }: { search: URLSearchParams }) {
  const begin = useBegin(search)
  const { data, isError, error, refetch } = useQuery(searchPage(search, begin))
  const failed = !data && isError
  return (
    <>
      <div role="status" className="contents">
        {data?.total === 0 ? <NoResults search={search} /> : !failed && <Total page={data} />}
      </div>
      {data ? (
        <Found search={search} begin={begin} first={data} />
      ) : failed ? (
        <SearchFailed search={search} error={error} retry={() => void refetch()} />
      ) : (
        <Grid members={[]} coming={PAGE_SIZE} locked={false} />
      )}
    </>
  )
}

/** The page that the list begins with: for members the first; a visitor's document has only some, and continues those that have been loaded. */
function useBegin(search: URLSearchParams): number {
  const { member } = useSite()
  const queryClient = useQueryClient()
  let begin = member ? 1 : firstOfDocument(searchPages(search))
  while (begin > 1 && queryClient.getQueryData(searchPage(search, begin - 1).queryKey)) begin -= 1
  return begin
}

/** The pages loaded so far, one after another, and the links to the ones before and after them. */
function Found({ search, begin, first }: { search: URLSearchParams; begin: number; first: SearchPage }) {
  const { member } = useSite()
  const limited = first.access === 'limited'
  const last = limited ? 1 : Math.max(1, Math.min(first.pages, MOST_PAGES))
  const shown = Math.min(searchPages(search), last)
  const further = useQueries({
    queries: Array.from({ length: Math.max(0, shown - begin) }, (_, index) => searchPage(search, begin + index + 1))
  })
  const pages = [first, ...further.map((page) => page.data)]
  const { members, similar } = accumulate(pages)
  const lastBegins = accumulate(pages.slice(0, -1)).members.length
  const failed = further.find((page) => page.isError && !page.data)
  const pending = further.filter((page) => page.isPending && !page.isError).length
  const inSight = members.length + similar.length <= SCREEN
  const coming = Math.min(pending * PAGE_SIZE, Math.max(0, first.total - members.length))
  return (
    <>
      {[...members, ...similar].some(({ fictional }) => fictional) && <Mark />}
      {begin > 1 && <ShowPrevious href={searchHref(search, Math.min(begin - 1, last))} />}
      <Grid members={members} coming={coming} locked={limited} target={shown > 1 ? { place: lastBegins, id: pageId(shown) } : null} />
      {failed && <MoreFailed error={failed.error} retry={() => void failed.refetch()} />}
      {limited && members.length > 0 && <MoreForMembers />}
      {shown < last && !failed && pending === 0 && <ShowMore href={searchHref(search, shown + 1)} id={pageId(shown + 1)} />}
      {shown === MOST_PAGES && first.pages > MOST_PAGES && pending === 0 && <NoFurther />}
      {similar.length > 0 && <Similar members={similar} locked={limited} />}
      {member && shown >= last && pending === 0 && <WaysOn className={inSight ? styles.waysShort : styles.ways} />}
    </>
  )
}

function Total({ page }: { page: SearchPage | null | undefined }) {
  const t = useT()
  return (
    <p className={styles.total}>
      {!page
        ? t('members.searching')
        : page.total_exact
          ? t('members.total', { count: page.total })
          : t('members.total_more', { count: EXACT_TOTAL })}
    </p>
  )
}

/** The operator's explanation of the label of profiles made by the company. */
function Mark() {
  const t = useT()
  const { tenant } = useSite()
  const icon = useFictionalIcon()
  return (
    <p className={styles.mark}>
      <Icon name={icon} size="small" />
      {t('members.mark', { profiles: tenant.fictional_plural })}
    </p>
  )
}

/** The first card of a page of results, where the link to that page leads without a script. */
const pageId = (page: number) => `page-${page}`

/** New cards get the focus, so that keyboard users continue where they asked for more. */
function Grid({
  members,
  coming,
  locked,
  target = null
}: {
  members: FoundCard[]
  coming: number
  locked: boolean
  target?: { place: number; id: string } | null
}) {
  const t = useT()
  const grid = useRef<HTMLUListElement>(null)
  const waitingFrom = useRef<number | null>(null)

  useEffect(() => {
    if (coming > 0) {
      waitingFrom.current ??= members.length
      return
    }
    const from = waitingFrom.current
    waitingFrom.current = null
    if (from === null || document.activeElement !== document.body) return
    grid.current?.children[from]?.querySelector<HTMLElement>('a')?.focus({ preventScroll: true })
  }, [coming, members.length])

  return (
    <CardGrid ref={grid} aria-busy={coming > 0}>
      {members.map((member, index) => (
        <li key={member.id} {...(index === target?.place ? { id: target.id, className: styles.begins } : {})}>
          <FoundMember
            member={member}
            eager={index < SCREEN}
            locked={locked}
            tag={tagOf(member, t)}
            note={member.shared_interest && <SharedInterest interest={member.shared_interest} />}
          />
        </li>
      ))}
      {Array.from({ length: coming }, (_, index) => (
        <li key={`coming ${index}`}>
          <MemberCardSkeleton />
        </li>
      ))}
    </CardGrid>
  )
}

/** Whether this member is a match of the reader, or a newcomer. */
function tagOf({ match, newcomer }: FoundCard, t: ReturnType<typeof useT>): ReactNode {
  if (match) return <Tag tone="picture">{t('members.match')}</Tag>
  return newcomer && <Tag tone="brand">{t('members.newcomer')}</Tag>
}

function SharedInterest({ interest }: { interest: string }) {
  const t = useT()
  const message = useMessage()
  return (
    <span className={styles.shared}>
      <InterestIcon interest={interest} />
      <VisuallyHidden>, {t('members.in_common')} </VisuallyHidden>
      {message(`interest.${interest}`)}
    </span>
  )
}

/** A link, so that it works before the script has loaded; with the script the list grows in place, and the address records how far. */
function ShowMore({ href, id }: { href: string; id: string }) {
  const t = useT()
  const { replaceUrl } = useRouter()
  const grow = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    replaceUrl(href)
  }
  return (
    <div className={styles.more}>
      <LinkButton variant="secondary" href={`${href}#${id}`} onClick={grow}>
        {t('members.show_more')}
      </LinkButton>
    </div>
  )
}

/** To the document with the results before these. */
function ShowPrevious({ href }: { href: string }) {
  const t = useT()
  return (
    <div className={styles.more}>
      <LinkButton variant="secondary" href={href}>
        {t('members.show_previous')}
      </LinkButton>
    </div>
  )
}

/** After as many pages as one address can hold: the rest takes another search. */
function NoFurther() {
  const t = useT()
  return (
    <div className={styles.more}>
      <p>{t('members.most', { count: MOST_PAGES * PAGE_SIZE })}</p>
      <LinkButton variant="secondary" icon="filter" href={`#${FILTERS}`}>
        {t('members.filters')}
      </LinkButton>
    </div>
  )
}

function Similar({ members, locked }: { members: FoundCard[]; locked: boolean }) {
  const t = useT()
  return (
    <section className={styles.similar} aria-labelledby="similar">
      <h2 id="similar">{t('members.similar_title')}</h2>
      <p className={styles.note}>{t('members.similar_text')}</p>
      <Grid members={members} coming={0} locked={locked} />
    </section>
  )
}

/** The link to this search without its filters. */
function useSearchWithoutFilters(search: URLSearchParams) {
  return useLink('members', {}, searchKeeping(readFilters(search, useSite().tenant).hidesFictional))
}

function NoResults({ search }: { search: URLSearchParams }) {
  const t = useT()
  const unfiltered = useSearchWithoutFilters(search)
  return (
    <EmptyState
      art="lamp"
      title={t('members.none_title')}
      action={
        <LinkButton variant="secondary" {...unfiltered}>
          {t('members.clear')}
        </LinkButton>
      }
    >
      {t('members.none_text')}
    </EmptyState>
  )
}

/** A failed search never looks like one without results. */
function SearchFailed({ search, error, retry }: { search: URLSearchParams; error: Error; retry: () => void }) {
  const t = useT()
  const unfiltered = useSearchWithoutFilters(search)
  const refused = error instanceof ApiError && error.code === 'invalid'
  if (!refused) return <LoadFailed title={t('members.failed_title')} error={error} retry={retry} />
  return (
    <EmptyState
      art="plug"
      role="alert"
      title={t('members.refused_title')}
      action={<LinkButton {...unfiltered}>{t('members.clear')}</LinkButton>}
    >
      {t('members.refused_text')}
    </EmptyState>
  )
}

function MoreFailed({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useT()
  return (
    <div className={styles.more} role="alert">
      <p>{tooMuch(error, t) ?? t('members.more_failed')}</p>
      <Button variant="secondary" icon="retry" onClick={retry}>
        {t('load-failed.retry')}
      </Button>
    </div>
  )
}
