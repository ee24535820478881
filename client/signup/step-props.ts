/** What the parts of the form get from it. */
export interface StepProps {
  /** `id`, `name` and `error` of a field. */
  field: (name: string) => { id: string; name: string; error: string | undefined }
  /** What was filled in before: the first value of a field. */
  typed: (name: string) => string | undefined
  /** Every value of a field. */
  all: (name: string) => readonly string[]
}
