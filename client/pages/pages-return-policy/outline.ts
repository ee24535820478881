import type { ReturnPolicyKey } from './texts.ts'

interface ReturnPolicySection {
  id: string
  title: ReturnPolicyKey
  paragraphs: readonly ReturnPolicyKey[]
  routes?: readonly string[]
}

/** The sections of the return policy in order. */
export const RETURN_POLICY_OUTLINE: readonly ReturnPolicySection[] = [
  { id: 'right', title: 'right.title', paragraphs: ['right.days', 'right.unused'] },
  { id: 'how', title: 'how.title', paragraphs: ['how.button', 'how.write'] },
  { id: 'money', title: 'money.title', paragraphs: ['money.text'] },
  { id: 'wrong', title: 'wrong.title', paragraphs: ['wrong.text'], routes: ['pages-service', 'complaints'] }
]
