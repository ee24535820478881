import type { OutlineSection } from '../../documents/outline.tsx'
import type { ReturnPolicyKey } from './texts.ts'

/** The sections of the return policy in order. */
export const RETURN_POLICY_OUTLINE: readonly OutlineSection<ReturnPolicyKey>[] = [
  { id: 'right', title: 'right.title', paragraphs: ['right.days', 'right.unused'] },
  { id: 'how', title: 'how.title', paragraphs: ['how.button', 'how.write'] },
  { id: 'money', title: 'money.title', paragraphs: ['money.text'] },
  { id: 'wrong', title: 'wrong.title', paragraphs: ['wrong.text'], routes: ['pages-service', 'complaints'] }
]
