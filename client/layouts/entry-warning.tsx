import { type FormEvent, type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { useSite, useT } from '../site/site.tsx'
import { useRouter } from '../router/context.ts'
import { Art } from '../ui/art.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { cx } from '../ui/props.ts'
import { closeEntry, isEntryClosed, onEntryClosed } from '../visitor/entry-closed.ts'
import { Brand } from './brand.tsx'
import styles from './entry-warning.module.css'

/** Where "Leave" leads: a neutral page on another site. */
const ELSEWHERE = 'https://www.wikipedia.org/'

/**
 * The warning before the first page in countries that require one; what is behind it can't be read or focused until it is closed. It is in the
 * server's HTML: "Enter" is a plain form to the edge, and the script only saves the round trip.
 */
export function EntryGate({ children }: { children: ReactNode }) {
  const { tenant } = useSite()
  const closed = useSyncExternalStore(onEntryClosed, isEntryClosed, () => false)
  const open = tenant.entry_warning && !closed
  const entering = useRef(false)

  // The focus was on "Enter", which is gone now.
  useEffect(() => {
    if (entering.current && !open) document.getElementById('content')?.focus()
    entering.current = false
  }, [open])

  // Some browsers delete the cookie after a week, and the warning would be over every page until the script has loaded.
  useEffect(() => {
    if (tenant.entry_warning && isEntryClosed()) closeEntry()
  }, [tenant.entry_warning])

  return (
    <>
      <div className={styles.behind} data-behind-warning="" inert={open}>
        {children}
      </div>
      {tenant.entry_warning && <EntryWarning hidden={!open} onEnter={() => (entering.current = true)} />}
    </>
  )
}

function EntryWarning({ hidden, onEnter }: { hidden: boolean; onEnter: () => void }) {
  const t = useT()
  const { tenant } = useSite()
  const { location } = useRouter()

  function enter(event: FormEvent) {
    event.preventDefault()
    onEnter()
    closeEntry()
  }

  return (
    <div
      className={styles.warning}
      role="dialog"
      aria-modal="true"
      aria-labelledby="entry-warning-title"
      aria-describedby="entry-warning-text"
      data-testid="entry-warning"
      data-entry-warning=""
      hidden={hidden}
    >
      <div className={cx(styles.card, 'when-complete')}>
        <Brand as="span" />
        <Art name="door" />
        <h2 id="entry-warning-title" className={styles.title}>
          {t('entry.title')}
        </h2>
        <p id="entry-warning-text" className={styles.text}>
          {t('entry.text', { site: tenant.name, age: tenant.min_age })}
        </p>
        <form method="post" action="/__edge/enter" className={styles.actions} onSubmit={enter}>
          <input type="hidden" name="next" value={location.path} />
          <Button type="submit" wide>
            {t('entry.enter')}
          </Button>
          <LinkButton variant="quiet" wide href={ELSEWHERE} rel="noreferrer nofollow">
            {t('entry.leave')}
          </LinkButton>
        </form>
      </div>
    </div>
  )
}
