import type { OutlineSection } from '../../documents/outline.tsx'
import type { RulesKey } from './texts.ts'

interface RulesSection extends OutlineSection<RulesKey> {
  /** Only on brands that sell credits. */
  sold?: RulesKey
}

/** The sections of the house rules in order; what is forbidden is in the order of the reasons of a report. */
export const RULES_OUTLINE: readonly RulesSection[] = [
  { id: 'respect', title: 'respect.title', paragraphs: ['respect.kind'] },
  {
    id: 'forbidden',
    title: 'forbidden.title',
    paragraphs: [
      'forbidden.intimate_picture',
      'forbidden.under_age',
      'forbidden.money',
      'forbidden.fake_profile',
      'forbidden.harassment',
      'forbidden.illegal',
      'forbidden.spam'
    ]
  },
  { id: 'report', title: 'report.title', paragraphs: ['report.how'], routes: ['complaints'] },
  { id: 'measures', title: 'measures.title', paragraphs: ['measures.what'], sold: 'measures.credits', routes: ['pages-terms'] },
  { id: 'appeal', title: 'appeal.title', paragraphs: ['appeal.how'] }
]
