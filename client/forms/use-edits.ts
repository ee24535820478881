import { useEffect, useRef, useState } from 'react'
import { DRAFT_PREFIX } from '../session/device-keys.ts'
import { keepInTab, readTab } from '../session/tab-storage.ts'
import { useUser } from '../session/use-user.ts'

const equal = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Changes to something stored that are not saved yet, field by field: values that another tab saves meanwhile appear in the fields that weren't
 * touched here. Stored for this tab, so that a reload or a visit to another page loses nothing.
 * @param name distinguishes this form from others on the device
 */
export function useEdits<T extends object>(name: string, saved: T) {
  const user = useUser()
  const key = user ? `${DRAFT_PREFIX}${user.id}:${name}` : null
  const [edits, setEdits] = useState<Partial<T>>({})
  const latest = useRef(edits)
  const changed = Object.fromEntries(Object.entries(edits).filter(([field, value]) => !equal(value, saved[field as keyof T]))) as Partial<T>

  // After the first render, which must match the server's. Changes made before that win.
  useEffect(() => {
    const kept = key && (readTab(key) as Partial<T> | null)
    if (kept) setEdits((latest.current = { ...kept, ...latest.current }))
  }, [key])

  /** Begins with what there is by then: a caller may have waited meanwhile, for the device's location, say. Stored at once, also by a page that ends. */
  function update(change: (current: Partial<T>) => Partial<T>): void {
    latest.current = change(latest.current)
    if (key) keepInTab(key, Object.keys(latest.current).length > 0 ? latest.current : null)
    setEdits(latest.current)
  }

  return {
    value: { ...saved, ...edits },
    /** Only what differs from what is stored. */
    changed,
    dirty: Object.keys(changed).length > 0,
    change: (fields: Partial<T>) => update((current) => ({ ...current, ...fields })),
    /** Removes the fields that were saved; what was changed again meanwhile stays. */
    saved(sent: Partial<T>) {
      update((current) => {
        const rest = Object.entries(current).filter(([field, value]) => !(field in sent && equal(value, sent[field as keyof T])))
        return Object.fromEntries(rest) as Partial<T>
      })
    },
    discard: () => update(() => ({}))
  }
}
