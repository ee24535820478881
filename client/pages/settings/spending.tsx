import { type FormEvent, useState } from 'react'
import type { Contract } from '../../../shared/api/contract.ts'
import type { EndpointInput } from '../../../shared/api/endpoint.ts'
import { PAUSE_NAMES, RAISE_HOURS, type Pause, type SpendingLimits } from '../../../shared/rules/spending-limits.ts'
import { write } from '../../api/call.ts'
import { useSetting } from '../../forms/use-setting.ts'
import { useMoney } from '../../shop/use-money.ts'
import { useSite, useT } from '../../site/site.tsx'
import { useTimeZone } from '../../site/use-time-zone.ts'
import { Button } from '../../ui/button.tsx'
import { Cluster, Stack } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Section, Waiting } from './section.tsx'
import styles from './settings.module.css'

type Changes = EndpointInput<Contract['setLimits']>['body']

/** The member's own spending limits, and a pause of buying. */
export function Spending() {
  const t = useT()
  const money = useMoney()
  const { translator } = useSite()
  const timeZone = useTimeZone()
  const { data, isError, refetch, saving, change } = useSetting(
    'getLimits',
    (changes: Changes) => write('setLimits', changes),
    (answer) => answer
  )
  const title = t('spending.heading')
  if (!data) {
    return (
      <Section title={title}>
        <Waiting failed={isError} onRetry={() => void refetch()} />
      </Section>
    )
  }
  const { limits, next, spent, paused_until: pausedUntil } = data
  const at = (instant: string) => translator.intl.formatDate(instant, { dateStyle: 'long', timeStyle: 'short', timeZone })
  const amount = (value: number | null, currency: string) => (value === null ? t('spending.none') : money(value, currency))
  return (
    <Section title={title} lead={t('spending.lead', { hours: RAISE_HOURS })} saving={saving}>
      <LimitsForm
        key={`${limits.currency} ${limits.day} ${limits.month} ${next?.at}`}
        limits={next?.limits ?? limits}
        busy={saving.isPending}
        onSave={(wanted) => change({ limits: wanted })}
      />
      {next && (
        <p className={styles.lead}>
          {t('spending.next', {
            at: at(next.at),
            day: amount(limits.day, limits.currency),
            month: amount(limits.month, limits.currency)
          })}
        </p>
      )}
      <p className={styles.lead}>
        {t('spending.spent', { day: money(spent.day, limits.currency), month: money(spent.month, limits.currency) })}
      </p>
      <div role="status" className="contents">
        {pausedUntil && <p>{t('spending.paused', { at: at(pausedUntil) })}</p>}
      </div>
      <PauseForm busy={saving.isPending} onPause={(pause) => change({ pause })} />
    </Section>
  )
}

function LimitsForm({ limits, busy, onSave }: { limits: SpendingLimits; busy: boolean; onSave: (wanted: SpendingLimits) => void }) {
  const t = useT()
  const { tag } = useSite().translator
  const [day, setDay] = useState(textOf(tag, limits.day))
  const [month, setMonth] = useState(textOf(tag, limits.month))
  const [tried, setTried] = useState(false)
  const [wantedDay, wantedMonth] = [minorOf(day), minorOf(month)]

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (wantedDay !== undefined && wantedMonth !== undefined) onSave({ currency: limits.currency, day: wantedDay, month: wantedMonth })
  }

  const error = (wanted: number | null | undefined) => (tried && wanted === undefined ? t('spending.amount_wrong') : undefined)
  return (
    <form data-needs-app="" onSubmit={handleSubmit} noValidate>
      <Stack>
        <TextField
          label={t('spending.day', { currency: limits.currency })}
          optional={t('spending.none')}
          error={error(wantedDay)}
          inputMode="decimal"
          autoComplete="off"
          value={day}
          onChange={(event) => setDay(event.target.value)}
        />
        <TextField
          label={t('spending.month', { currency: limits.currency })}
          optional={t('spending.none')}
          error={error(wantedMonth)}
          inputMode="decimal"
          autoComplete="off"
          value={month}
          onChange={(event) => setMonth(event.target.value)}
        />
        <Cluster>
          <Button type="submit" variant="secondary" small busy={busy} busyLabel={t('settings.saving')}>
            {t('spending.save')}
          </Button>
        </Cluster>
      </Stack>
    </form>
  )
}

function PauseForm({ busy, onPause }: { busy: boolean; onPause: (pause: Pause) => void }) {
  const t = useT()
  const [pause, setPause] = useState<Pause>('week')
  return (
    <Stack>
      <SelectField
        label={t('spending.pause')}
        help={t('spending.pause_help')}
        value={pause}
        onChange={(event) => setPause(event.target.value as Pause)}
        options={PAUSE_NAMES.map((name) => ({ value: name, label: t(`spending.pauses.${name}`) }))}
      />
      <Cluster>
        <Button variant="secondary" small busy={busy} busyLabel={t('settings.saving')} onClick={() => onPause(pause)}>
          {t('spending.pause_submit')}
        </Button>
      </Cluster>
    </Stack>
  )
}

/** An amount to change, written as the reader's language does, but in one piece: `minorOf` reads it back. */
const textOf = (tag: string, minor: number | null) =>
  minor === null
    ? ''
    : new Intl.NumberFormat(tag, {
        useGrouping: false,
        minimumFractionDigits: minor % 100 === 0 ? 0 : 2,
        maximumFractionDigits: 2
      }).format(minor / 100)

/** Minor units; null for nothing typed, undefined for anything but an amount. */
function minorOf(text: string): number | null | undefined {
  const typed = text.trim().replace(',', '.')
  if (typed === '') return null
  const minor = Math.round(Number(typed) * 100)
  return /^\d{1,5}(\.\d{1,2})?$/.test(typed) && minor <= 1_000_000 ? minor : undefined
}
