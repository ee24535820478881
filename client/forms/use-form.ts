import { type FormEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointInput, EndpointOutput } from '../../shared/api/endpoint.ts'
import type { FieldError } from '../../shared/api/errors.ts'
import { FORMS, type FormName } from '../../shared/forms/forms.ts'
import { ApiError, asApiError } from '../api/api-error.ts'
import { newIdempotencyKey, write } from '../api/call.ts'
import { ENDPOINT_FACTS } from '../api/endpoint-facts.ts'
import { formErrors, isOf, type Labels, NO_ERRORS, refusal } from './form-errors.ts'
import { createIntent } from './intent.ts'
import { useSite } from '../site/site.tsx'
import { useRestored } from '../site/use-restored.ts'

/** Endpoints with a form: each has its schema in checks.ts. */
type Name = keyof typeof import('./checks.ts').SCHEMAS

type Body<N extends Name> = EndpointInput<Contract[N]>['body']

interface Options<N extends Name> {
  /** Names of the fields in display order, as in the body: `credentials.login`. */
  fields: readonly string[]
  /** Their labels, for a summary that names them. */
  labels?: Labels
  /** The fields of the current step of a form in steps: the summary names no others. */
  shown?: readonly string[]
  /** Values filled in earlier, by field. */
  kept?: Readonly<Record<string, readonly string[]>>
  /** Values for the sentences of field errors, such as `min_age`, and for labels. */
  params?: Record<string, string | number>
  /** Rules beyond the schema. */
  check?: (body: Body<N>) => FieldError[]
  /** The body to send, if it isn't in the form's fields. */
  body?: () => Body<N>
  /** The origin has accepted it. A page whose form has a password is replaced in the history: Back must not lead to it. */
  done: (answer: EndpointOutput<Contract[N]>, sent: Body<N>) => void
  /** Called with a refusal, or the lack of an answer, that the form shows if it is still there. */
  failed?: (error: unknown) => void
  /** The form stays for the next change. Otherwise it stays busy, since it will be replaced, unless Back restores it. */
  stays?: boolean
}

/** Only forms that also work without a script can be read from their fields. */
type OptionsOf<N extends Name> = Options<N> & (N extends FormName ? unknown : Required<Pick<Options<N>, 'body'>>)

/** Loaded with the first field that is touched. A device that can't load it sends without checking: the origin checks too. */
const loadChecks = () => import('./checks.ts').catch(() => null)

/**
 * A form of the contract. Without a script it is a plain `<form method="post">` to the page's own address and the edge does the rest; with one the
 * same fields are checked here and sent as JSON. Fields are uncontrolled (`defaultValue`), so that nothing typed is lost: neither by an error nor by
 * hydration while someone types. A form whose values are stored elsewhere (useEdits) passes its `body`.
 */
export function useForm<N extends Name>(name: N, options: OptionsOf<N>) {
  const { fields, labels, shown = fields, kept, params, check, body: ownBody, done, failed, stays = false } = options
  const { translator, form: refused } = useSite()
  const prefix = useId()
  const returned = refused?.endpoint === name ? refused : null
  const [errors, setErrors] = useState(returned ? formErrors(returned.error, fields, translator, labels, params) : NO_ERRORS)
  const [lastError, setLastError] = useState(returned?.error)
  const [attempt, setAttempt] = useState(0)
  const [refusedBy, setRefusedBy] = useState<'check' | 'origin'>('origin')
  const [edit, setEdit] = useState<{ form: HTMLFormElement; field: string | undefined } | null>(null)
  const [corrected, setCorrected] = useState<{ attempt: number; fields: readonly string[] }>({ attempt, fields: [] })
  const [busy, setBusy] = useState(false)
  const [keyFor] = useState(() => createIntent(newIdempotencyKey))
  const checking = useRef(false)
  useRestored(() => setBusy(false))

  const bodyOf = (form: HTMLFormElement) => ownBody?.() ?? (FORMS[name as FormName](new FormData(form)) as Body<N>)

  function refuse(error: ApiError, by: typeof refusedBy): void {
    setErrors(formErrors(error.error, fields, translator, labels, params))
    setLastError(error.error)
    setRefusedBy(by)
    setAttempt((count) => count + 1)
  }

  async function wrongIn(body: Body<N>): Promise<FieldError[]> {
    const checks = await loadChecks()
    const wrong = checks?.wrongIn(name, body, params) ?? []
    return [...wrong, ...(check?.(body) ?? []).filter(({ field }) => !wrong.some((one) => one.field === field))]
  }

  async function checkPart(form: HTMLFormElement, part: readonly string[]): Promise<boolean> {
    // A second click while the schemas are loading is the same submit.
    if (checking.current) return false
    checking.current = true
    const wrong = (await wrongIn(bodyOf(form))).filter((one) => part.some((field) => isOf(one.field, field)))
    checking.current = false
    if (wrong.length > 0) refuse(new ApiError(422, refusal(wrong)), 'check')
    else setErrors(NO_ERRORS)
    return wrong.length === 0
  }

  async function submit(form: HTMLFormElement): Promise<void> {
    const body = bodyOf(form)
    setBusy(true)
    const wrong = await wrongIn(body)
    if (wrong.length > 0) {
      setBusy(false)
      return refuse(new ApiError(422, refusal(wrong)), 'check')
    }
    try {
      const answer = await write(name, body, ENDPOINT_FACTS[name].idempotency === 'key' ? keyFor(body) : undefined)
      setErrors(NO_ERRORS)
      if (stays) setBusy(false)
      if (answer !== false) done(answer, body)
    } catch (error) {
      refuse(asApiError(error), 'origin')
      failed?.(error)
      setBusy(false)
    }
  }

  /** An error from the origin may persist when another field is edited; errors found here can be checked here. */
  async function clearCorrected(form: HTMLFormElement, edited: string | undefined): Promise<void> {
    const wrong = await wrongIn(bodyOf(form))
    const right = Object.keys(errors.byField)
      .filter((name) => name === edited || refusedBy === 'check')
      .filter((name) => !wrong.some(({ field }) => isOf(field, name)))
    setCorrected((last) => ({ attempt, fields: [...(last.attempt === attempt ? last.fields : []), ...right] }))
  }

  // After the render: a form whose values are stored elsewhere has the new one by then.
  const takeEdit = useEffectEvent(() => edit && void clearCorrected(edit.form, edit.field))
  useEffect(() => void takeEdit(), [edit])

  const isCorrected = (name: string) => corrected.attempt === attempt && corrected.fields.includes(name)

  const summary = errors.summary.filter(({ field }) => field === undefined || shown.includes(field))
  return {
    busy,
    /** The last error, even after its field was corrected. */
    lastError,
    /** Fields with an error, shown or not. */
    wrong: Object.keys(errors.byField),
    /** Checks some of the fields and says what is wrong with them; true when nothing is. */
    checkPart,
    clearErrors: () => setErrors(NO_ERRORS),
    /** Spread on `<form>`. Turns off the browser's own bubbles: errors are shown under their fields and at the top. */
    form: {
      method: 'post',
      noValidate: true,
      'data-needs-app': ownBody ? '' : undefined,
      onFocus: () => void loadChecks(),
      /** An error disappears as soon as its field is right; new ones appear only on the next press. */
      onChange({ currentTarget, target }: FormEvent<HTMLFormElement>) {
        if (errors === NO_ERRORS) return
        const field = fields.find((name) => (target as Element).closest(`#${CSS.escape(prefix + name)}`))
        setEdit({ form: currentTarget, field })
      },
      onSubmit(event: FormEvent<HTMLFormElement>) {
        event.preventDefault()
        if (!busy) void submit(event.currentTarget)
      }
    },
    /** Spread on `<ErrorSummary>`. */
    summary: {
      title: summary.length > 0 ? translator.t('form.summary', { count: summary.length }) : '',
      errors: summary.map(({ field, message }) =>
        field === undefined ? { message } : { field: prefix + field, message, corrected: isCorrected(field) }
      ),
      attempt
    },
    /** `id`, `name` and `error` of a field. */
    field: (field: string) => ({ id: prefix + field, name: field, error: isCorrected(field) ? undefined : errors.byField[field] }),
    /** Every value of a field that was typed into a plain form that came back, or filled in earlier. */
    typed: (field: string): readonly string[] => (returned ? returned.values[field] : kept?.[field]) ?? []
  }
}
