import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import type { MatchAnswers } from '../../../shared/api/match-finder.ts'
import { href } from '../../../shared/routes/match.ts'
import { queryOf } from '../../api/queries.ts'
import { MemberField } from '../../forms/member-field.tsx'
import flow from '../../forms/step-form.module.css'
import { forgetProgress, keepProgress, readProgress, type Progress } from '../../forms/kept-progress.ts'
import { useForm } from '../../forms/use-form.ts'
import { useRouter } from '../../router/context.ts'
import { useSite, useT, type MessageKey } from '../../site/site.tsx'
import { useHydrated } from '../../site/use-hydrated.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { StepProgress } from '../../ui/step-progress.tsx'
import styles from './match-finder.module.css'
import { useProgressKey } from './progress-key.ts'
import { What, Where, Who, Why, type PartProps } from './question-parts.tsx'

interface Question {
  title: MessageKey
  fields: readonly string[]
  Part: (props: PartProps) => ReactNode
}

const WHO: Question = { title: 'match-finder.who', fields: ['genders', 'min_age', 'max_age'], Part: Who }
const WHERE: Question = { title: 'match-finder.where', fields: ['country', 'region'], Part: Where }
const WHAT: Question = { title: 'match-finder.what', fields: ['interests'], Part: What }
const WHY: Question = { title: 'match-finder.why', fields: ['reasons'], Part: Why }

const FIELDS = [WHO, WHERE, WHAT, WHY].flatMap(({ fields }) => fields)

/**
 * The questions one after another; without a script they are below each other. They begin with what this tab keeps of an earlier visit, otherwise with
 * the earlier answers, or with what the profile says.
 */
export function Questions({ answers }: { answers: MatchAnswers }) {
  const { form: refused } = useSite()
  const key = useProgressKey()
  // The server knows nothing of this tab. Values that a plain form brought back are newer than those.
  const [kept, setKept] = useState<Progress | null>(null)
  useLayoutEffect(() => setKept(refused ? null : readProgress(key)), [key, refused])
  return <Flow key={kept ? 'kept' : 'fresh'} progress={key} first={kept?.step ?? 0} values={kept?.values ?? keptOf(answers)} />
}

/** `progress`: the key under which the tab keeps it; `first` and `values`: the step and the answers to begin with. */
function Flow({ progress, first, values }: { progress: string; first: number; values: Progress['values'] }) {
  const t = useT()
  const { tenant } = useSite()
  const queryClient = useQueryClient()
  const { navigate } = useRouter()
  const live = useHydrated()
  const shown = tenant.visible_profile_fields
  const questions = [WHO, WHERE, ...(shown.includes('interests') ? [WHAT] : []), ...(shown.includes('reason') ? [WHY] : [])]
  const last = questions.length - 1
  const [step, setStep] = useState(Math.max(0, Math.min(first, last)))
  const element = useRef<HTMLFormElement>(null)
  const { form, summary, field, typed, busy, wrong, checkPart } = useForm('answerMatchFinder', {
    fields: FIELDS,
    kept: values,
    done: () => {
      forgetProgress(progress)
      void showMatches()
    }
  })
  async function showMatches() {
    // Their code too, so that nothing is blank in between. Another page may have been opened before the answers were stored.
    const loaded = import('./matches.tsx').catch(() => {})
    const { queryKey } = queryOf('findMatches')
    await Promise.all([loaded, queryClient.invalidateQueries({ queryKey })])
    // The cached matches belong to the previous answers: the page says that the new ones couldn't be loaded.
    if (queryClient.getQueryState(queryKey)?.status === 'error') void queryClient.resetQueries({ queryKey })
    if (window.location.pathname === href('match-finder')) navigate(href('match-finder'), { replace: true })
  }
  const keep = (at: number) => live && element.current && keepProgress(progress, new FormData(element.current), at)
  function goTo(to: number) {
    setStep(to)
    keep(to)
  }

  // An error is shown where it can be fixed.
  const wrongStep = questions.findIndex(({ fields }) => fields.some((one) => wrong.includes(one)))
  useEffect(() => {
    if (summary.attempt > 0 && wrongStep >= 0) setStep(wrongStep)
  }, [summary.attempt, wrongStep])

  async function goOn() {
    if (element.current && (await checkPart(element.current, questions[step]!.fields))) goTo(Math.min(last, step + 1))
  }

  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{t('match-finder.heading')}</h1>
        <p className={styles.lead}>{t('match-finder.lead')}</p>
      </div>
      <form
        {...form}
        ref={element}
        className={flow.form}
        data-flow={live ? 'live' : summary.errors.length > 0 ? 'whole' : 'waiting'}
        onInput={() => keep(step)}
        onSubmit={(event) => {
          if (!live || step === last) return form.onSubmit(event)
          event.preventDefault()
          void goOn()
        }}
      >
        <MemberField />
        <StepProgress step={step + 1} steps={questions.length} />
        <ErrorSummary {...summary} />
        {questions.map(({ title, Part }, at) => (
          <Step
            key={title}
            title={t(title)}
            count={t('match-finder.step', { step: at + 1, steps: questions.length })}
            hidden={live && at !== step}
            announce={summary.errors.length === 0}
          >
            <Part field={field} typed={typed} />
          </Step>
        ))}
        <div className={flow.actions}>
          {step > 0 && (
            <Button variant="secondary" onClick={() => goTo(step - 1)}>
              {t('match-finder.back')}
            </Button>
          )}
          <Button className={`${flow.next} needs-script`} data-next="" hidden={live && step === last} onClick={() => void goOn()}>
            {t('match-finder.next')}
          </Button>
          <Button type="submit" className={flow.send} hidden={live && step < last} busy={busy} busyLabel={t('form.sending')}>
            {t('match-finder.submit')}
          </Button>
        </div>
        <p className={styles.note}>{t('match-finder.kept')}</p>
      </form>
    </div>
  )
}

/** One question: its heading takes the focus when it appears, so that it is read aloud. */
function Step({
  title,
  count,
  hidden,
  announce,
  children
}: {
  title: string
  count: string
  hidden: boolean
  announce: boolean
  children: ReactNode
}) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const was = useRef(hidden)
  useEffect(() => {
    if (was.current && !hidden && announce) heading.current?.focus()
    was.current = hidden
  }, [hidden, announce])
  return (
    <section className={flow.step} aria-labelledby={id} hidden={hidden}>
      <h2 id={id} ref={heading} tabIndex={-1} className={styles.question}>
        <span className={`${flow.count} needs-script`}>{count}</span> {title}
      </h2>
      {children}
    </section>
  )
}

/** Answers as the fields of the form hold them. */
function keptOf(answers: MatchAnswers): Record<string, string[]> {
  return Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, [answer ?? ''].flat().map(String)]))
}
