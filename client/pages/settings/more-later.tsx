import { type ComponentType, useEffect, useState } from 'react'
import { loadMessages } from '../../../locales/load.ts'
import { useSite } from '../../site/site.tsx'
import { Waiting } from './section.tsx'
import styles from './settings.module.css'

/** Texts of these sections. */
const TEXTS = ['edit', 'interests', 'member', 'photos', 'saved-methods', 'withdrawals']

/** The sections further down, loaded after hydration: they are as large as the rest, and useless without a script. */
export function MoreLater() {
  const { language } = useSite().tenant
  const [More, setMore] = useState<ComponentType | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    Promise.all([import('./more.tsx'), loadMessages(language, TEXTS)]).then(
      ([loaded]) => setMore(() => loaded.More),
      () => setFailed(true)
    )
  }, [language, attempt])
  if (More) return <More />
  function retry() {
    setFailed(false)
    setAttempt((count) => count + 1)
  }
  return (
    <div className={`${styles.more} needs-script`}>
      <Waiting failed={failed} onRetry={retry} />
    </div>
  )
}
