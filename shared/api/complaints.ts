import * as v from 'valibot'
import { Email, FreeText, NoQuery, OptionalText } from './values.ts'
import { COMPLAINT_KINDS, mayBeAnonymous, type ComplaintKind } from '../rules/complaints.ts'
import { contract } from './endpoint.ts'

const COMPLAINT_LENGTH = 5000

type Writer = 'name' | 'email'
const isNamed = (form: { kind: ComplaintKind } & { [W in Writer]?: string | null }, writer: Writer) =>
  form[writer] !== null || mayBeAnonymous(form.kind)

/** A complaint that anyone may file, even without an account; the fields are those of Art. 16 of Regulation (EU) 2022/2065. */
export const ComplaintForm = v.pipe(
  v.strictObject({
    kind: v.picklist(COMPLAINT_KINDS, 'required'),
    /** Address of a page or name of a profile: whichever the writer has. */
    page: OptionalText(500),
    text: FreeText(COMPLAINT_LENGTH),
    /** Reference of an earlier complaint, as it was typed. */
    earlier: OptionalText(40),
    name: OptionalText(100),
    email: v.nullable(Email)
  }),
  v.forward(
    v.partialCheck([['kind'], ['name']], (form) => isNamed(form, 'name'), 'required'),
    ['name']
  ),
  v.forward(
    v.partialCheck([['kind'], ['email']], (form) => isNamed(form, 'email'), 'required'),
    ['email']
  )
)

export const complaints = contract({
  fileComplaint: {
    method: 'POST',
    path: '/api/complaint.php',
    summary:
      'File a complaint; the support is mailed the complaint, the writer its reference and deadline. The same complaint twice in a day counts once.',
    audience: 'anyone',
    whileClosed: true,
    limit: 'attempt',
    idempotency: 'natural',
    query: NoQuery,
    body: ComplaintForm,
    output: v.strictObject({ status: v.literal('received') }),
    errors: ['limit_reached']
  }
})
