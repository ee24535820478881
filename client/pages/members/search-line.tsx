import { useRegions } from '../../members/place.tsx'
import { useUser } from '../../session/use-user.ts'
import { useMessage, useSite, useT } from '../../site/site.tsx'
import styles from './filters.module.css'
import type { Filters } from './read-filters.ts'

/** The search in one line: "Men and couples near London, 25–45". */
export function SearchLine({ filters }: { filters: Filters }) {
  const t = useT()
  const who = useWho(filters)
  const { near, place } = usePlace(filters)
  const line = place === null ? t('members.line_anywhere', { who }) : t(near ? 'members.line_near' : 'members.line_place', { who, place })
  return (
    // Names made by Intl may differ by a letter between the server's and the browser's tables.
    <span className={styles.line} suppressHydrationWarning>
      {line}
      {filters.age && (
        <>
          {', '}
          <span className={styles.ages}>{t('members.age_range', { from: filters.minAge, to: filters.maxAge })}</span>
        </>
      )}
    </span>
  )
}

/** "Men and couples": the first word keeps its capital letter; in German all words do. */
function useWho({ genders }: Filters): string {
  const t = useT()
  const message = useMessage()
  const { translator, tenant } = useSite()
  if (genders.length === 0) return t('members.everyone')
  const names = genders.map((gender, index) => {
    const name = message(`gender.many.${gender}`)
    return index === 0 || tenant.language === 'de' ? name : name.toLocaleLowerCase(tenant.language)
  })
  return translator.intl.formatList(names, { type: 'conjunction' })
}

/** The region, or the country; in the member's own country their region, which comes first. */
function usePlace({ country, countryregion }: Filters): { near: boolean; place: string | null } {
  const { translator } = useSite()
  const profile = useUser()?.profile
  const land = countryregion?.slice(0, 2) ?? country
  const own = profile?.country === land ? profile?.region_name : null
  const ofProfile = countryregion !== null && countryregion === profile?.region
  const regions = useRegions(countryregion && !ofProfile ? land : null)
  if (land === null) return { near: false, place: null }
  const named = ofProfile ? own : regions.data?.regions.find(({ code }) => code === countryregion)?.name
  if (named) return { near: false, place: named }
  if (own && countryregion === null) return { near: true, place: own }
  return { near: false, place: translator.intl.countryName(land) }
}
