import { useState } from 'react'
import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import { attempt } from '../api/call.ts'
import { DRAFT_PREFIX } from '../session/device-keys.ts'
import { keepInTab, readTab } from '../session/tab-storage.ts'
import { useUser } from '../session/use-user.ts'
import { useLocationPermission } from './permission.ts'

export type Place = EndpointOutput<Contract['getGeocode']>['place']

/** How long a position stays valid, in the browser and here. In ms. */
const HOUR = 3600_000
/** Cleared with the member's other data on the device when they log out. Contains the region, never coordinates. */
const keyOf = (user: string) => `${DRAFT_PREFIX}${user}:place`

/** `denied`: the member or their browser refused; `failed`: it couldn't be determined. */
export type LocationProblem = 'denied' | 'failed'

/**
 * Where the member is, determined only when `locate` is called by a tap. Coordinates are rounded to a tenth of a degree before they leave the device,
 * the answer is a region, and it is cached for an hour.
 */
export function useLocation() {
  const permission = useLocationPermission()
  const key = keyOf(useUser()?.id ?? '')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<LocationProblem | null>(null)

  /** The region around here, null if none is known; undefined with a `problem`. */
  async function locate(): Promise<Place | undefined> {
    setProblem(null)
    const kept = readKept(key)
    if (kept) return kept.place
    setBusy(true)
    try {
      const { latitude, longitude } = await position()
      const answer = await attempt('getGeocode', { query: { lat: latitude.toFixed(1), lon: longitude.toFixed(1) } })
      const place = answer === false ? null : answer.place
      keepInTab(key, { place, at: Date.now() })
      return place
    } catch (error) {
      setProblem(isDenial(error) ? 'denied' : 'failed')
      return undefined
    } finally {
      setBusy(false)
    }
  }

  return { permission, busy, problem, locate }
}

async function position(): Promise<GeolocationCoordinates> {
  const { coords } = await new Promise<GeolocationPosition>((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(resolve, reject, { maximumAge: HOUR, timeout: 15_000, enableHighAccuracy: false })
  )
  return coords
}

function isDenial(error: unknown): boolean {
  return (error as Partial<GeolocationPositionError> | null)?.code === 1
}

function readKept(key: string): { place: Place } | null {
  const kept = readTab(key) as { place: Place; at: number } | null
  return kept && Date.now() - kept.at < HOUR ? kept : null
}
