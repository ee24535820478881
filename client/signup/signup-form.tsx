import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { fieldError } from '../../shared/api/errors.ts'
import { useSite, useT } from '../site/site.tsx'
import flow from '../forms/step-form.module.css'
import { forgetProgress, keepProgress, readProgress, type Progress } from '../forms/kept-progress.ts'
import { useForm } from '../forms/use-form.ts'
import { Button } from '../ui/button.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { StepProgress } from '../ui/step-progress.tsx'
import { checkOwnAge } from './own-age.ts'
import { keepSent, SIGNUP_PROGRESS } from './kept.ts'
import styles from './signup-form.module.css'
import { LastStep } from './last-step.tsx'
import { BirthStep, LoginStep, NameStep, WishStep } from './steps.tsx'
import { FIELDS, LABELS, LAST_STEP, PASSWORD_STEP, STEPS, stepOf } from './step-fields.ts'
import { useSteps } from './use-steps.ts'

interface Props {
  /** Level of the steps' headings. */
  level: 2 | 3
  /** The member whose profile the visitor came from, by public id. */
  member?: string
  /** Called when something has been filled in. */
  onTyping?: () => void
  /** Called when the mail was sent. */
  onDone: () => void
}

/**
 * Signing up in five steps. Without a script it is one long form: all steps are shown below each other and one button submits them. The values
 * survive a reload on this device, except the password.
 */
export function SignupForm(props: Props) {
  const { form: refused } = useSite()
  // Undefined until the script runs: the server knows nothing about this device.
  const [saved, setSaved] = useState<Progress | null | undefined>(undefined)
  // Before the first paint, so that the wrong step is never seen. Values that a plain form brought back are newer than stored ones.
  useLayoutEffect(() => setSaved(refused?.endpoint === 'signUp' ? null : readProgress(SIGNUP_PROGRESS)), [refused])
  return (
    <Flow
      key={saved ? 'saved' : 'fresh'}
      {...props}
      saved={saved ?? null}
      live={saved !== undefined}
      onStartOver={() => {
        forgetProgress(SIGNUP_PROGRESS)
        setSaved(null)
      }}
    />
  )
}

function Flow({
  level,
  member,
  onTyping,
  onDone,
  saved,
  live,
  onStartOver
}: Props & { saved: Progress | null; live: boolean; onStartOver: () => void }) {
  const t = useT()
  const { tenant, now } = useSite()
  const element = useRef<HTMLFormElement>(null)
  const first = Math.max(0, Math.min(saved?.step ?? 0, PASSWORD_STEP))
  const { step, advance, returnTo } = useSteps(first, live)
  const { form, summary, field, typed, busy, wrong, checkPart } = useForm('signUp', {
    fields: FIELDS,
    labels: LABELS,
    ...(live ? { shown: STEPS[step]!.fields } : {}),
    ...(saved ? { kept: saved.values } : {}),
    params: { min_age: tenant.min_age, age: tenant.min_age, site: tenant.name },
    check: (body) => [
      ...checkOwnAge(body.date_of_birth, tenant, Math.max(Date.parse(now), Date.now())),
      ...(tenant.age_assurance === 'self' && !body.consent_age ? [fieldError('consent_age', 'consent')] : [])
    ],
    done: () => {
      forgetProgress(SIGNUP_PROGRESS)
      const email = element.current?.querySelector<HTMLInputElement>('[name="email"]')?.value.trim() ?? ''
      keepSent({ email, to: email })
      onDone()
    }
  })
  const keep = () => live && element.current && keepProgress(SIGNUP_PROGRESS, new FormData(element.current), step)
  const goOn = async () => {
    if (element.current && (await checkPart(element.current, STEPS[step]!.fields))) advance()
  }

  // An error of an earlier step is shown where it can be fixed.
  const wrongStep = stepOf(wrong)
  useEffect(() => {
    if (live && summary.attempt > 0 && wrongStep >= 0) returnTo(wrongStep)
  }, [live, summary.attempt, wrongStep, returnTo])
  // The current step is stored too; past the first one, signing up is in progress, typed or restored.
  const tellProgress = useEffectEvent(() => {
    if (!element.current) return
    keepProgress(SIGNUP_PROGRESS, new FormData(element.current), step)
    onTyping?.()
  })
  useEffect(() => {
    if (live && step > 0) tellProgress()
  }, [live, step])

  // The heading of a step takes the focus when it appears, so that it is read aloud. "Start over" mounts the first step in a form that is live already.
  const announced = useRef(live && !saved ? null : step)
  const announce = summary.errors.length === 0
  useEffect(() => {
    if (announced.current === step) return
    announced.current = step
    if (announce) element.current?.querySelector<HTMLElement>('section:not([hidden]) [tabindex]')?.focus()
  }, [step, announce])

  const meant = member ?? typed('member')[0] ?? ''
  const fields = { field, typed: (name: string) => typed(name)[0], all: typed, forMember: meant !== '' }
  const parts = [WishStep, BirthStep, NameStep, LoginStep, LastStep]
  return (
    <form
      {...form}
      ref={element}
      className={flow.form}
      data-flow={live ? 'live' : summary.errors.length > 0 ? 'whole' : 'waiting'}
      onInput={() => {
        keep()
        onTyping?.()
      }}
      onSubmit={(event) => {
        if (step === LAST_STEP || !live) return form.onSubmit(event)
        event.preventDefault()
        void goOn()
      }}
    >
      <input type="hidden" name="member" value={meant} />
      <StepProgress step={step + 1} steps={STEPS.length + 1} />
      {saved && step === first && (
        <p className={styles.kept}>
          {t('signup.kept')}{' '}
          <Button variant="quiet" small onClick={onStartOver}>
            {t('signup.start_over')}
          </Button>
        </p>
      )}
      <ErrorSummary {...summary} />
      {parts.map((Part, at) => (
        <Step key={at} at={at} level={level} live={live} current={step}>
          <Part {...fields} />
        </Step>
      ))}
      <div className={flow.actions}>
        {step > 0 && (
          <Button variant="secondary" onClick={() => returnTo(step - 1)}>
            {t('signup.back')}
          </Button>
        )}
        <Button className={`${flow.next} needs-script`} data-next="" hidden={live && step === LAST_STEP} onClick={() => void goOn()}>
          {t('signup.next')}
        </Button>
        <Button type="submit" className={flow.send} hidden={live && step < LAST_STEP} busy={busy} busyLabel={t('form.sending')}>
          {t('signup.submit')}
        </Button>
      </div>
      <p className={styles.after} hidden={live && step < LAST_STEP}>
        {t('signup.after')}
      </p>
    </form>
  )
}

function Step({ at, level, live, current, children }: { at: number; level: 2 | 3; live: boolean; current: number; children: ReactNode }) {
  const t = useT()
  const id = useId()
  const Heading = `h${level}` as const
  return (
    <section className={flow.step} aria-labelledby={id} hidden={live && at !== current} data-testid={`signup-step-${at}`}>
      <Heading id={id} tabIndex={-1} className={styles.title}>
        <span className={`${flow.count} needs-script`}>{t('signup.step', { step: at + 1, steps: STEPS.length })}</span>{' '}
        {t(STEPS[at]!.title)}
      </Heading>
      {children}
    </section>
  )
}
