import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../api/queries.ts'
import { useSite } from '../site/site.tsx'

interface Place {
  country: string
  region_name: string | null
}

/** The regions of a country, fetched once and cached (docs/requirements.tsv). */
export function useRegions(country: string | null) {
  return useQuery({ ...queryOf('listRegions', { country: country ?? '' }), enabled: country !== null })
}

/** Where a member lives: the region, or the country if they have no region; with `whole`, both. */
export function PlaceName({ country, region_name: name, whole = false }: Place & { whole?: boolean }) {
  const { translator } = useSite()
  const land = translator.intl.countryName(country)
  // Names made by Intl may differ by a letter between the server's and the browser's tables.
  return <span suppressHydrationWarning>{name === null ? land : whole ? `${name}, ${land}` : name}</span>
}
