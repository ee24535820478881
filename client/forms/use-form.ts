import { type FormEvent, useId, useState } from 'react'
import type { GenericSchema } from 'valibot'
import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointInput, EndpointOutput } from '../../shared/api/endpoint.ts'
import type { FieldError } from '../../shared/api/errors.ts'
import { validate } from '../../shared/api/validate.ts'
import { FORMS, type FormName } from '../../shared/forms/forms.ts'
import { ApiError, asApiError } from '../api/api-error.ts'
import { newIdempotencyKey, write } from '../api/call.ts'
import { ENDPOINT_FACTS } from '../api/endpoint-facts.ts'
import { formErrors, isOf, NO_ERRORS, refusal } from './form-errors.ts'
import { createIntent } from './intent.ts'
import { useSite } from '../site/site.tsx'

type Body<N extends FormName> = EndpointInput<Contract[N]>['body']

export interface FormOptions<N extends FormName> {
  /** The body's schema: the one the origin checks with. */
  schema: GenericSchema
  /** Names of the fields in display order, as in the body: `credentials.login`. */
  fields: readonly string[]
  /** The fields of the current step of a form in steps: the summary names no others. */
  shown?: readonly string[]
  /** What was filled in before, by field. */
  kept?: Readonly<Record<string, readonly string[]>>
  /** Values for the sentences of field errors, such as `min_age`. */
  params?: Record<string, string | number>
  /** Rules beyond the schema, checked once the schema is satisfied. */
  check?: (body: Body<N>) => FieldError[]
  /** Called when the origin has accepted it. The form stays busy, since it will be replaced. */
  done: (answer: EndpointOutput<Contract[N]>) => void
}

/**
 * A form of the contract. Without a script it is a plain `<form method="post">` to the page's own address and the edge does the rest; with one the
 * same fields are checked here and sent as JSON. Fields are uncontrolled (`defaultValue`), so that nothing typed is lost: neither by an error nor by
 * hydration while someone types.
 */
export function useForm<N extends FormName>(name: N, { schema, fields, shown = fields, kept, params, check, done }: FormOptions<N>) {
  const { translator, form: refused } = useSite()
  const prefix = useId()
  const returned = refused?.endpoint === name ? refused : null
  const [errors, setErrors] = useState(returned ? formErrors(returned.error, fields, translator) : NO_ERRORS)
  const [code, setCode] = useState(returned?.error.code)
  const [attempt, setAttempt] = useState(0)
  const [busy, setBusy] = useState(false)
  const [keyFor] = useState(() => createIntent(newIdempotencyKey))

  function refuse(error: ApiError): void {
    setErrors(formErrors(error.error, fields, translator))
    setCode(error.code)
    setAttempt((count) => count + 1)
    setBusy(false)
  }

  function wrongIn(body: Body<N>): FieldError[] {
    const checked = validate(schema, body, params)
    const wrong = checked.ok ? [] : checked.fields
    return [...wrong, ...(check?.(body) ?? []).filter(({ field }) => !wrong.some((one) => one.field === field))]
  }

  function checkPart(form: HTMLFormElement, part: readonly string[]): boolean {
    const wrong = wrongIn(FORMS[name](new FormData(form)) as Body<N>).filter((one) => part.some((field) => isOf(one.field, field)))
    if (wrong.length > 0) refuse(new ApiError(422, refusal(wrong)))
    else setErrors(NO_ERRORS)
    return wrong.length === 0
  }

  async function submit(form: HTMLFormElement): Promise<void> {
    const body = FORMS[name](new FormData(form)) as Body<N>
    const wrong = wrongIn(body)
    if (wrong.length > 0) return refuse(new ApiError(422, refusal(wrong)))
    setBusy(true)
    try {
      const answer = await write(name, body, ENDPOINT_FACTS[name].idempotency === 'key' ? keyFor(body) : undefined)
      setErrors(NO_ERRORS)
      if (answer !== false) done(answer)
    } catch (error) {
      refuse(asApiError(error))
    }
  }

  const summary = errors.summary.filter(({ field }) => field === undefined || shown.includes(field))
  return {
    busy,
    /** Code of the last error. */
    code,
    /** Fields with an error, shown or not. */
    wrong: Object.keys(errors.byField),
    /** Checks some of the fields and says what is wrong with them; true when nothing is. */
    checkPart,
    /** Spread on `<form>`. Turns off the browser's own bubbles: errors are shown under their fields and at the top. */
    form: {
      method: 'post',
      noValidate: true,
      onSubmit(event: FormEvent<HTMLFormElement>) {
        event.preventDefault()
        if (!busy) void submit(event.currentTarget)
      }
    },
    /** Spread on `<ErrorSummary>`. */
    summary: {
      title: translator.t('form.summary', { count: summary.length }),
      errors: summary.map(({ field, message }) => (field === undefined ? { message } : { field: prefix + field, message })),
      attempt
    },
    /** `id`, `name` and `error` of a field. */
    field: (field: string) => ({ id: prefix + field, name: field, error: errors.byField[field] }),
    /** What was typed into a plain form that came back, or filled in before: every value of a field. */
    typed: (field: string): readonly string[] => (returned ? returned.values[field] : kept?.[field]) ?? []
  }
}
