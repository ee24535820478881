/** The form in which names and addresses are compared: case, width and doubled spaces make no difference. */
export function foldKey(text: string): string {
  return text.normalize('NFKC').toLowerCase().normalize('NFKC').trim().replace(/\s+/g, ' ')
}

/** The mailbox that an address is delivered to: a `+tag` makes no difference. */
export function mailboxOf(address: string): string {
  return foldKey(address).replace(/\+[^@]*@/, '@')
}
