import { credits } from '../../shared/api/credits.ts'
import { implement } from '../http/handler.ts'
import { presentCredits } from './present-credits.ts'

export const handlers = implement(credits, {
  getCredits: presentCredits
})
