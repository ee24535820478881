/** The form in which names and addresses are compared: case, width and doubled spaces make no difference. */
export function foldKey(text: string): string {
  return text.normalize('NFKC').toLowerCase().normalize('NFKC').trim().replace(/\s+/g, ' ')
}

/**
 * The mailbox that an address is delivered to: a `+tag` makes no difference, and at Gmail neither do dots nor which of its two domains it is. The
 * database's `mailbox_of` says the same of folded addresses.
 */
export function mailboxOf(address: string): string {
  const [name = '', host] = foldKey(address).split('@')
  const untagged = name.replace(/(?<=.)\+.*$/, '')
  return host === 'gmail.com' || host === 'googlemail.com' ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${host}`
}
