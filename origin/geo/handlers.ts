import type { Handler } from '../http/handler.ts'
import { findRegion } from './find-region.ts'

export const getGeocode: Handler<'getGeocode'> = async ({ query }) => ({ place: findRegion(query.lat, query.lon) })
