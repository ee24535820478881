import * as v from 'valibot'
import { INTIMATE_AUDIENCES, MOST_INTERESTS } from '../rules/interests.ts'
import { INTERESTS } from '../tenants/interests.ts'
import { NoQuery, Note, Several } from './values.ts'
import { contract } from './endpoint.ts'

/** The completion step: everything is optional. */
export const CompletionForm = v.strictObject({
  interests: v.optional(v.pipe(Several(v.picklist(INTERESTS, 'invalid')), v.maxLength(MOST_INTERESTS, 'too_many')), []),
  /** Who sees the intimate ones of them; visitors never do. */
  intimate_shown_to: v.optional(v.picklist(INTIMATE_AUDIENCES, 'choose')),
  about: v.optional(Note, null),
  wishes: v.optional(Note, null),
  limits: v.optional(Note, null)
})

export const completion = contract({
  completeSignup: {
    method: 'POST',
    path: '/api/complete-signup.php',
    summary: 'The completion step of signing up: creates the profile. Repeating it changes nothing.',
    audience: 'member',
    idempotency: 'natural',
    query: NoQuery,
    body: CompletionForm,
    /** `age_check`: the profile is shown as soon as the age is proven. */
    output: v.strictObject({ next: v.picklist(['matches', 'age_check']) })
  }
})
