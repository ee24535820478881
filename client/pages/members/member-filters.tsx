import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { EXACT_TOTAL } from '../../../shared/rules/exact-total.ts'
import { GENDERS } from '../../../shared/rules/genders.ts'
import { href } from '../../../shared/routes/match.ts'
import { searchKeeping, searchQuery } from '../../../shared/routes/search-query.ts'
import { useErrorToast } from '../../feedback/use-error-toast.ts'
import { useRouter } from '../../router/context.ts'
import { stillHere } from '../../router/still-here.ts'
import { useUser } from '../../session/use-user.ts'
import { useMessage, useSite, useT } from '../../site/site.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ChoiceChip } from '../../ui/chip.tsx'
import { FieldGroup } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { isPlainClick } from '../../ui/is-plain-click.ts'
import { Cluster } from '../../ui/layout.tsx'
import { AgeField, FictionalField, PlaceFields } from './filter-fields.tsx'
import styles from './filters.module.css'
import { FILTERS, readFilters, searchOf } from './read-filters.ts'
import { rememberSearch } from './remember-search.ts'
import { SearchLine } from './search-line.tsx'
import { useLiveCount } from './use-live-count.ts'

/**
 * A member's filters under one line that says what is searched for. They are a plain GET form, in the address; while they change, the button says how
 * many members they find, and the last search is remembered.
 */
export function MemberFilters({ search }: { search: URLSearchParams }) {
  const t = useT()
  const { tenant } = useSite()
  const { navigate, pending } = useRouter()
  const user = useUser()
  const queryClient = useQueryClient()
  const showError = useErrorToast()
  const form = useRef<HTMLFormElement>(null)
  const details = useRef<HTMLDetailsElement>(null)
  const [open, setOpen] = useState(false)
  const filters = readFilters(search, tenant)
  const [country, setCountry] = useState(filters.country)
  const [changed, setChanged] = useState<Record<string, string> | null>(null)
  const count = useLiveCount(changed)
  const own = user?.profile?.gender ?? null

  // It may have been opened before the script ran.
  useEffect(() => setOpen(details.current!.open), [])

  // The list of regions follows the country after this event, and the form's content with it.
  const readForm = () => requestAnimationFrame(() => form.current && setChanged(searchOf(new FormData(form.current), tenant)))

  function find(values: Record<string, string>) {
    navigate(href('members', {}, values))
    const { page: _first, ...chosen } = searchQuery(new URLSearchParams(values))
    // The search works even if it couldn't be remembered.
    void rememberSearch(queryClient, chosen).catch(() => {})
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    find(searchOf(new FormData(event.currentTarget), tenant))
  }

  const unfiltered = searchKeeping(filters.hidesFictional)
  const clear = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    find(unfiltered)
  }

  async function suggest() {
    const isHere = stillHere()
    try {
      const values = await rememberSearch(queryClient, null)
      if (values && isHere()) navigate(href('members', {}, values))
    } catch (error) {
      showError(error)
    }
  }

  return (
    <details ref={details} id={FILTERS} className={styles.filters} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>
        <Icon name="filter" />
        <span className={styles.words}>
          <SearchLine filters={filters} />
        </span>
        <span className={styles.change}>{t('members.change')}</span>
        <Icon name="chevron-down" size="small" className={styles.chevron} />
      </summary>
      <form
        ref={form}
        className={styles.chosen}
        method="get"
        action={href('members')}
        role="search"
        aria-label={t('members.filters')}
        onSubmit={submit}
        onChange={readForm}
      >
        {tenant.search_fields.includes('gender') && <GenderChips chosen={filters.genders} lookingFor={filters.lookingFor} own={own} />}
        <div className={styles.fields}>
          <PlaceFields filters={filters} country={country} seen={open} onCountry={setCountry} />
          <AgeField filters={filters} />
        </div>
        <FictionalField filters={filters} />
        <div className={styles.last}>
          <div className={styles.find}>
            <Button type="submit" icon="search" wide busy={pending} busyLabel={t('members.searching')}>
              {count === null ? t('members.search') : showing(t, count)}
            </Button>
          </div>
          <div className={styles.actions}>
            <LinkButton variant="quiet" href={href('members', {}, unfiltered)} onClick={clear}>
              {t('members.anyone')}
            </LinkButton>
            <Button variant="quiet" onClick={() => void suggest()}>
              {t('members.suggested')}
            </Button>
          </div>
        </div>
        <p className="visually-hidden" role="status">
          {count !== null && showing(t, count)}
        </p>
      </form>
    </details>
  )
}

function showing(t: ReturnType<typeof useT>, { total, total_exact: exact }: { total: number; total_exact: boolean }): string {
  return exact ? t('members.show_count', { count: total }) : t('members.show_many', { count: EXACT_TOTAL })
}

/** The genders the member looks for, and whether only members who look for theirs. */
function GenderChips({
  chosen,
  lookingFor,
  own
}: {
  chosen: readonly string[]
  lookingFor: (typeof GENDERS)[number] | null
  own: (typeof GENDERS)[number] | null
}) {
  const t = useT()
  const message = useMessage()
  return (
    <FieldGroup label={t('members.gender')}>
      {() => (
        <Cluster gap={2}>
          {GENDERS.map((gender) => (
            <ChoiceChip key={gender} name="gender" value={gender} defaultChecked={chosen.includes(gender)}>
              {message(`gender.many.${gender}`)}
            </ChoiceChip>
          ))}
          {own && (
            <ChoiceChip name="looking_for" value={own} defaultChecked={lookingFor === own}>
              {message(`members.looking_for.${own}`)}
            </ChoiceChip>
          )}
        </Cluster>
      )}
    </FieldGroup>
  )
}
