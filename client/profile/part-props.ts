import type { ReactNode } from 'react'
import type { OwnProfile } from '../../shared/api/profile.ts'

/** Props of a part of the member's own profile: the values on the screen, errors by field, and a function to change them. */
export interface PartProps {
  value: OwnProfile
  change: (fields: Partial<OwnProfile>) => void
  /** `id` and `error` of a field. */
  field: (name: string) => { id: string; error: string | undefined }
  /** Shown at the end of the heading's line. */
  aside?: ReactNode
}
