/** By member. */
const complaints = new Map<string, Record<string, string[]>>()

/**
 * The complaint that a member was writing before another page was opened: values by field, for useForm. It is kept as long as the document is open,
 * and not on the device, where others may find what someone complains about.
 */
export const unsentOf = (member: string) => complaints.get(member)

/** Keeps what is in the form now; each of its fields has one text. */
export function keepUnsent(member: string, form: HTMLFormElement): void {
  const fields = [...new FormData(form)] as [name: string, value: string][]
  complaints.set(member, Object.fromEntries(fields.map(([name, value]) => [name, [value]])))
}
