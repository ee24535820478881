import { geo } from '../../shared/api/geo.ts'
import { implement } from '../http/handler.ts'
import { findRegion } from './find-region.ts'

export const handlers = implement(geo, {
  getGeocode: async ({ query }) => ({ place: findRegion(query.lat, query.lon) })
})
