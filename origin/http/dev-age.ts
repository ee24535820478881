import { escapeHtml } from '../../shared/text/escape-html.ts'
import { signAgeAnswer } from '../providers/age-assurance.ts'

/** The stand-in for an age provider in local mode: a page to choose the provider's answer. */
export const DEV_AGE_PATH = '/__dev/age'

/** The stand-in's page: a link back for each answer, signed as a provider signs it. */
export function ageCheckPage(query: URLSearchParams, secret: string): string {
  const reference = query.get('reference') ?? ''
  const answer = (over: 'yes' | 'no') => {
    const back = new URLSearchParams({ age_reference: reference, age_over: over, age_signature: signAgeAnswer(secret, reference, over) })
    return escapeHtml(`/complete-signup?${back}`)
  }
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${DEV_AGE_PATH}</title></head><body><main><h1>Age check (local stand-in)</h1><p><a href="${answer('yes')}">Old enough</a></p><p><a href="${answer('no')}">Too young</a></p></main></body></html>`
}
