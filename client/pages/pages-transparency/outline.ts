import type { PublicSettings } from '../../../shared/tenants/public-settings.ts'
import type { OutlineSection } from '../../documents/outline.tsx'
import type { TransparencyKey } from './texts.ts'

/** The sections in order, with the paragraphs that are true for this brand. */
export function transparencyOutline(brand: Pick<PublicSettings, 'fictional_profiles'>): OutlineSection<TransparencyKey>[] {
  return [
    {
      id: 'stored',
      title: 'stored.title',
      paragraphs: ['stored.account', 'stored.unconfirmed', 'stored.messages', 'stored.reports'],
      routes: ['pages-privacy', 'pages-cookies']
    },
    {
      id: 'chats',
      title: 'chats.title',
      paragraphs: ['chats.members', ...(brand.fictional_profiles ? (['chats.fictional'] as const) : []), 'chats.reports', 'chats.servers']
    },
    { id: 'sites', title: 'sites.title', paragraphs: [] },
    { id: 'fictional', title: 'fictional.title', paragraphs: brand.fictional_profiles ? ['fictional.some'] : ['fictional.none'] },
    { id: 'reports', title: 'reports.title', paragraphs: ['reports.promise'], routes: ['pages-ban', 'complaints'] },
    { id: 'tested', title: 'tested.title', paragraphs: [] }
  ]
}
