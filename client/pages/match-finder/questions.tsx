import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import type { MatchAnswers } from '../../../shared/api/match-finder.ts'
import { href } from '../../../shared/routes/match.ts'
import { GENDERS } from '../../../shared/rules/genders.ts'
import { MOST_INTERESTS } from '../../../shared/rules/interests.ts'
import { INTERESTS } from '../../../shared/tenants/interests.ts'
import { PROFILE_VALUES } from '../../../shared/tenants/profile-fields.ts'
import { queryOf } from '../../api/queries.ts'
import { MemberField } from '../../forms/member-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useRegions } from '../../members/place.tsx'
import { InterestPicker } from '../../profile/interest-picker.tsx'
import { useRouter } from '../../router/context.ts'
import { useMessage, useSite, useT, type MessageKey } from '../../site/site.tsx'
import { useHydrated } from '../../site/use-hydrated.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceChip } from '../../ui/chip.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { FieldGroup } from '../../ui/field.tsx'
import { Cluster } from '../../ui/layout.tsx'
import { RangePair } from '../../ui/range-pair.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { StepProgress } from '../../ui/step-progress.tsx'
import styles from './match-finder.module.css'

interface StepProps {
  /** `id`, `name` and `error` of a field. */
  field: (name: string) => { id: string; name: string; error: string | undefined }
  /** What was answered before. */
  typed: (name: string) => readonly string[]
}

interface Question {
  title: MessageKey
  fields: readonly string[]
  Part: (props: StepProps) => ReactNode
}

const WHO: Question = { title: 'match-finder.who', fields: ['genders', 'min_age', 'max_age'], Part: Who }
const WHERE: Question = { title: 'match-finder.where', fields: ['country', 'region'], Part: Where }
const WHAT: Question = { title: 'match-finder.what', fields: ['interests'], Part: What }
const WHY: Question = { title: 'match-finder.why', fields: ['reasons'], Part: Why }

const FIELDS = [WHO, WHERE, WHAT, WHY].flatMap(({ fields }) => fields)

/** The questions one after another; without a script they are below each other. They begin with the earlier answers, or with what the profile says. */
export function Questions({ answers }: { answers: MatchAnswers }) {
  const t = useT()
  const { tenant } = useSite()
  const queryClient = useQueryClient()
  const { navigate } = useRouter()
  const live = useHydrated()
  const [step, setStep] = useState(0)
  const element = useRef<HTMLFormElement>(null)
  const { form, summary, field, typed, busy, wrong, checkPart } = useForm('answerMatchFinder', {
    fields: FIELDS,
    kept: keptOf(answers),
    done: () => void showMatches()
  })
  async function showMatches() {
    await queryClient.invalidateQueries({ queryKey: queryOf('findMatches').queryKey })
    navigate(href('match-finder'), { replace: true })
  }
  const shown = tenant.visible_profile_fields
  const questions = [WHO, WHERE, ...(shown.includes('interests') ? [WHAT] : []), ...(shown.includes('reason') ? [WHY] : [])]
  const last = questions.length - 1

  // An error is shown where it can be fixed.
  const wrongStep = questions.findIndex(({ fields }) => fields.some((one) => wrong.includes(one)))
  useEffect(() => {
    if (summary.attempt > 0 && wrongStep >= 0) setStep(wrongStep)
  }, [summary.attempt, wrongStep])

  async function goOn() {
    if (element.current && (await checkPart(element.current, questions[step]!.fields))) setStep((at) => Math.min(last, at + 1))
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
        className={styles.form}
        data-flow={live ? 'live' : summary.errors.length > 0 ? 'whole' : 'waiting'}
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
        <div className={styles.actions}>
          {step > 0 && (
            <Button variant="secondary" onClick={() => setStep(step - 1)}>
              {t('match-finder.back')}
            </Button>
          )}
          <Button className={`${styles.next} needs-script`} data-next="" hidden={live && step === last} onClick={() => void goOn()}>
            {t('match-finder.next')}
          </Button>
          <Button type="submit" className={styles.send} hidden={live && step < last} busy={busy} busyLabel={t('form.sending')}>
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
    <section className={styles.step} aria-labelledby={id} hidden={hidden}>
      <h2 id={id} ref={heading} tabIndex={-1} className={styles.question}>
        <span className={`${styles.count} needs-script`}>{count}</span> {title}
      </h2>
      {children}
    </section>
  )
}

function Who({ field, typed }: StepProps) {
  const t = useT()
  const message = useMessage()
  const { tenant } = useSite()
  return (
    <>
      <FieldGroup {...field('genders')} label={t('form.looking_for')} labelHidden help={t('match-finder.any')}>
        {() => (
          <Cluster gap={2}>
            {GENDERS.map((gender) => (
              <ChoiceChip key={gender} name="genders" value={gender} defaultChecked={typed('genders').includes(gender)}>
                {message(`gender.many.${gender}`)}
              </ChoiceChip>
            ))}
          </Cluster>
        )}
      </FieldGroup>
      <RangePair
        {...field('min_age')}
        label={t('match-finder.age')}
        from={{ name: 'min_age', label: t('match-finder.age_from'), defaultValue: Number(typed('min_age')[0]) }}
        to={{ name: 'max_age', label: t('match-finder.age_to'), defaultValue: Number(typed('max_age')[0]) }}
        min={tenant.min_age}
        max={99}
      />
    </>
  )
}

function Where({ field, typed }: StepProps) {
  const t = useT()
  const { tenant, translator } = useSite()
  const [before] = typed('country')
  const [country, setCountry] = useState(before ?? '')
  const [region = ''] = typed('region')
  const regions = useRegions(country || null)
  const countries = [...new Set([...tenant.countries, ...(before ? [before] : [])])]
  return (
    <div className={styles.pair}>
      <SelectField
        {...field('country')}
        label={t('form.country')}
        value={country}
        placeholder={t('match-finder.anywhere')}
        options={countries.map((code) => ({ value: code, label: translator.intl.countryName(code) }))}
        onChange={(event) => setCountry(event.target.value)}
      />
      <SelectField
        key={`${country} ${regions.isSuccess}`}
        {...field('region')}
        label={t('form.region')}
        defaultValue={region.startsWith(`${country}-`) ? region : ''}
        disabled={!regions.data}
        placeholder={t('match-finder.any_region')}
        options={regions.data?.regions.map(({ code, name }) => ({ value: code, label: name })) ?? []}
      />
      {/* A list that hasn't loaded, or never does without a script, must not drop what was answered. */}
      {!regions.data && country !== '' && region.startsWith(`${country}-`) && <input type="hidden" name="region" value={region} />}
    </div>
  )
}

function What({ field, typed }: StepProps) {
  const t = useT()
  const { data } = useQuery(queryOf('listInterests'))
  // While the list isn't loaded, earlier answers still count.
  const [chosen, setChosen] = useState<readonly string[]>(typed('interests'))
  const offered = data?.interests ?? INTERESTS.filter((interest) => chosen.includes(interest))
  return (
    <FieldGroup
      {...field('interests')}
      label={t('match-finder.interests')}
      labelHidden
      help={t('match-finder.interests_help', { count: MOST_INTERESTS })}
    >
      {(invalid) => (
        <InterestPicker offered={offered} chosen={chosen} onChange={setChosen} names={{ interests: 'interests' }} invalid={invalid} />
      )}
    </FieldGroup>
  )
}

function Why({ field, typed }: StepProps) {
  const t = useT()
  const message = useMessage()
  return (
    <FieldGroup {...field('reasons')} label={t('match-finder.why')} labelHidden help={t('match-finder.any')}>
      {() => (
        <Cluster gap={2}>
          {PROFILE_VALUES.reason.map((reason) => (
            <ChoiceChip key={reason} name="reasons" value={reason} defaultChecked={typed('reasons').includes(reason)}>
              {message(`value.reason.${reason}`)}
            </ChoiceChip>
          ))}
        </Cluster>
      )}
    </FieldGroup>
  )
}

/** Answers as the fields of the form hold them. */
function keptOf(answers: MatchAnswers): Record<string, string[]> {
  return Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, [answer ?? ''].flat().map(String)]))
}
