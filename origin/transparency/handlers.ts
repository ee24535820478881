import { transparency } from '../../shared/api/transparency.ts'
import { sitesOfPool, sitesToChoose } from '../members/sister-sites.ts'
import { implement } from '../http/handler.ts'
import { figuresOf } from './figures.ts'

export const handlers = implement(transparency, {
  getTransparency: async ({ deps, tenant, now }) => ({
    ...(await figuresOf(deps, tenant, now)),
    sharing_sites: sitesOfPool(deps.tenants, tenant.settings),
    chosen_sites: sitesToChoose(deps.tenants, tenant.settings)
  })
})
