import type { OutlineSection } from '../../documents/outline.tsx'
import type { ServiceKey } from './texts.ts'

/** The sections of the customer service's page in order. */
export function serviceOutline({ sells }: { sells: boolean }): OutlineSection<ServiceKey>[] {
  const payments: OutlineSection<ServiceKey> = {
    id: 'payments',
    title: 'payments.title',
    paragraphs: ['payments.text'],
    routes: ['pages-return-policy']
  }
  return [
    { id: 'contact', title: 'contact.title', paragraphs: ['contact.text'] },
    { id: 'account', title: 'account.title', paragraphs: ['account.text'], routes: ['pages-faq'] },
    ...(sells ? [payments] : []),
    { id: 'complaint', title: 'complaint.title', paragraphs: ['complaint.text'], routes: ['complaints'] }
  ]
}
