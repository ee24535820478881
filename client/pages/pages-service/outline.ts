import type { ServiceKey } from './texts.ts'

interface ServiceSection {
  id: string
  title: ServiceKey
  paragraphs: readonly ServiceKey[]
  routes: readonly string[]
}

/** The sections of the customer service's page in order. */
export function serviceOutline({ sells }: { sells: boolean }): ServiceSection[] {
  const payments: ServiceSection = {
    id: 'payments',
    title: 'payments.title',
    paragraphs: ['payments.text'],
    routes: ['pages-return-policy']
  }
  return [
    { id: 'contact', title: 'contact.title', paragraphs: ['contact.text'], routes: [] },
    { id: 'account', title: 'account.title', paragraphs: ['account.text'], routes: ['pages-faq'] },
    ...(sells ? [payments] : []),
    { id: 'complaint', title: 'complaint.title', paragraphs: ['complaint.text'], routes: ['complaints'] }
  ]
}
