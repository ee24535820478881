/** Props that the form passes to its parts. */
export interface StepProps {
  /** `id`, `name` and `error` of a field. */
  field: (name: string) => { id: string; name: string; error: string | undefined }
  /** The first value of a field filled in earlier. */
  typed: (name: string) => string | undefined
  /** Every value of a field. */
  all: (name: string) => readonly string[]
  /** The sign-up began on a member's profile. */
  forMember: boolean
}
