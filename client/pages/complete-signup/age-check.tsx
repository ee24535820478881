import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { href } from '../../../shared/routes/match.ts'
import { asApiError } from '../../api/api-error.ts'
import { attempt, write } from '../../api/call.ts'
import { queryOf } from '../../api/queries.ts'
import { useMessage, useT } from '../../site/site.tsx'
import { useRestored } from '../../site/use-restored.ts'
import { Link } from '../../router/link.tsx'
import { useRouter } from '../../router/context.ts'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/layout.tsx'
import styles from './complete-signup.module.css'

/** The link to the provider that proves ages, and its result when the member comes back. */
export function AgeCheck({ search }: { search: URLSearchParams }) {
  const t = useT()
  const message = useMessage()
  const queryClient = useQueryClient()
  const { replaceUrl } = useRouter()
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState('')
  const reference = search.get('age_reference')
  useRestored(() => setBusy(false))

  function fail(failure: unknown): void {
    const { error } = asApiError(failure)
    setSaid(message(error.message_key, error.params))
    setBusy(false)
  }

  const finish = useEffectEvent(async () => {
    const answer = {
      age_reference: reference ?? '',
      age_over: search.get('age_over') as 'yes' | 'no',
      age_signature: search.get('age_signature') ?? ''
    }
    // The result is shown only once.
    replaceUrl(href('complete-signup'))
    setBusy(true)
    try {
      const checked = await write('finishAgeCheck', answer)
      if (checked && checked.proven) await queryClient.invalidateQueries({ queryKey: queryOf('getUser').queryKey })
      else if (checked) setSaid(t('age-check.too_young'))
      setBusy(false)
    } catch (failure) {
      fail(failure)
    }
  })
  useEffect(() => {
    if (reference !== null) void finish()
  }, [reference])

  async function start() {
    setBusy(true)
    try {
      const answer = await attempt('startAgeCheck', { body: {} })
      if (answer) window.location.assign(answer.url)
    } catch (failure) {
      fail(failure)
    }
  }

  return (
    <Stack gap={4}>
      <p>{t('age-check.text')}</p>
      <p role="status" className={styles.said}>
        {said}
      </p>
      <noscript>{t('age-check.needs_script')}</noscript>
      <Button wide className="needs-script" busy={busy} busyLabel={t('form.sending')} onClick={() => void start()}>
        {t('age-check.start')}
      </Button>
      <Link to="signup-matches" className={styles.later}>
        {t('age-check.later')}
      </Link>
    </Stack>
  )
}
