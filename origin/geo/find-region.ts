import { regionName } from '../../shared/tenants/regions.ts'
import places from './places.json' with { type: 'json' }

/**
 * Where a region is: towns of a tenth of a degree, as latitude and longitude times ten, by region; `-` stands for the countries whose regions are not
 * known. Made from the towns of GeoNames (CC BY 4.0) by leaving out every town whose nearest remaining neighbour lies in the same region: so the
 * nearest town is always in the right region.
 */
const TOWNS = Object.entries(places as Record<string, string>).flatMap(([region, numbers]) => {
  const list = numbers.split(' ').map(Number)
  return Array.from({ length: list.length / 2 }, (_, index) => ({ region, latitude: list[2 * index]!, longitude: list[2 * index + 1]! }))
})

/** The region around a place, with its name; null in countries without known regions. Rounds to a tenth of a degree first. */
export function findRegion(latitude: number, longitude: number): { country: string; region: string; region_name: string } | null {
  const [y, x] = [Math.round(latitude * 10), Math.round(longitude * 10)]
  // Degrees of longitude are shorter away from the equator.
  const shrink = Math.cos((y * Math.PI) / 1800)
  let nearest = '-'
  let least = Infinity
  for (const town of TOWNS) {
    const distance = (town.latitude - y) ** 2 + (aroundTheWorld(town.longitude - x) * shrink) ** 2
    if (distance >= least) continue
    least = distance
    nearest = town.region
  }
  const name = nearest === '-' ? null : regionName(nearest)
  return name === null ? null : { country: nearest.slice(0, 2), region: nearest, region_name: name }
}

/** The shorter way round, in tenths of a degree. */
function aroundTheWorld(difference: number): number {
  const way = Math.abs(difference) % 3600
  return Math.min(way, 3600 - way)
}
