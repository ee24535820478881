import { type ReactNode, useId } from 'react'
import styles from './field.module.css'
import { Icon } from './icon.tsx'
import { cx } from './props.ts'

/** Props of every field, whatever its control. */
export type FieldProps = {
  label: ReactNode
  /** The label is for screen readers only (a search box, a composer). */
  labelHidden?: boolean
  /** The word "optional", after the label. */
  optional?: ReactNode
  help?: ReactNode
  error?: ReactNode
  /** Set if an ErrorSummary links to the field; generated otherwise. */
  id?: string
}

/** Props that the control of a field must have. */
type ControlProps = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

function describedBy(id: string, help: ReactNode, error: ReactNode): string | undefined {
  return cx(help ? `${id}-help` : null, error ? `${id}-error` : null)
}

function Help({ id, children }: { id: string; children: ReactNode }) {
  return children ? (
    <p id={`${id}-help`} className={styles.help}>
      {children}
    </p>
  ) : null
}

/** The error under a control: icon and words. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return children ? (
    <p id={`${id}-error`} className={styles.error}>
      <Icon name="warning" size="small" className={styles.errorIcon} />
      <span>{children}</span>
    </p>
  ) : null
}

/** Label, help, control and error of one field; `children` renders the control with the props it must have. */
export function Field({
  label,
  labelHidden,
  optional,
  help,
  error,
  id: given,
  children
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const made = useId()
  const id = given ?? made
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={labelHidden ? 'visually-hidden' : undefined}>
        {label}
        {optional && <span className={styles.optional}> {optional}</span>}
      </label>
      <Help id={id}>{help}</Help>
      {children({ id, 'aria-describedby': describedBy(id, help, error), 'aria-invalid': error ? true : undefined })}
      <FieldError id={id}>{error}</FieldError>
    </div>
  )
}

/** Several controls that answer one question, as a fieldset; `id` is on the fieldset, so that an ErrorSummary can link to it. */
export function FieldGroup({
  label,
  labelHidden,
  optional,
  help,
  error,
  id: given,
  children
}: FieldProps & { children: (invalid: true | undefined) => ReactNode }) {
  const made = useId()
  const id = given ?? made
  return (
    <fieldset id={id} className={styles.field} aria-describedby={describedBy(id, help, error)}>
      <legend className={labelHidden ? 'visually-hidden' : undefined}>
        {label}
        {optional && <span className={styles.optional}> {optional}</span>}
      </legend>
      <Help id={id}>{help}</Help>
      {children(error ? true : undefined)}
      <FieldError id={id}>{error}</FieldError>
    </fieldset>
  )
}
