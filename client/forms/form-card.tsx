import type { FormEvent, ReactNode } from 'react'
import styles from './form-card.module.css'

/** A page that is one short form: heading, a line about it, the fields on a card. `form` is what `useForm` gives for `<form>`. */
export function FormCard({
  heading,
  lead,
  form,
  children
}: {
  heading: string
  lead: string
  form: {
    method: string
    noValidate: boolean
    onSubmit: (event: FormEvent<HTMLFormElement>) => void
    onInput?: (event: FormEvent<HTMLFormElement>) => void
  }
  children: ReactNode
}) {
  return (
    <div className={styles.card}>
      <h1>{heading}</h1>
      <p className={styles.lead}>{lead}</p>
      <form {...form} className={styles.form}>
        {children}
      </form>
    </div>
  )
}
