import { useEffect, useState } from 'react'

/** Without geolocation, unknown (can't be queried, or not queried yet), or the browser's own state. */
export type LocationPermission = 'unsupported' | 'unknown' | PermissionState

/** May this site request the member's location? Follows changes in the browser's settings. */
export function useLocationPermission(): LocationPermission {
  const [permission, setPermission] = useState<LocationPermission>('unknown')
  useEffect(() => {
    if (!('geolocation' in navigator) || !navigator.geolocation) return setPermission('unsupported')
    if (!('permissions' in navigator) || !navigator.permissions) return
    let status: PermissionStatus | undefined
    const follow = () => status && setPermission(status.state)
    const left = new AbortController()
    navigator.permissions.query({ name: 'geolocation' }).then(
      (found) => {
        if (left.signal.aborted) return
        status = found
        follow()
        found.addEventListener('change', follow, { signal: left.signal })
      },
      // Some browsers have the interface but not this permission name.
      () => undefined
    )
    return () => left.abort()
  }, [])
  return permission
}
