import { transparency } from '../../shared/api/transparency.ts'
import { implement } from '../http/handler.ts'
import { figuresOf } from './figures.ts'

export const handlers = implement(transparency, {
  getTransparency: async ({ deps, tenant, now }) => await figuresOf(deps, tenant.settings, now)
})
