const forms = new Map<string, Record<string, string[]>>()

/**
 * What was typed into a form before another page was opened: values by field, for useForm; undefined if nothing was. It is kept as long as the
 * document is open, and not on the device, where others may find what someone complains about.
 * @param form says which form it is, and whose
 */
export const unsentOf = (form: string) => forms.get(form)

/** Keeps what is in a form now; each of its fields has one text. */
export function keepUnsent(form: string, element: HTMLFormElement): void {
  const fields = [...new FormData(element)] as [name: string, value: string][]
  forms.set(form, Object.fromEntries(fields.map(([name, value]) => [name, [value]])))
}
