import type { ReactNode } from 'react'
import type { OwnProfile } from '../../shared/api/profile.ts'

/** What a part of the own profile gets: values as they are on the screen, errors by field, and the way to change them. */
export interface PartProps {
  value: OwnProfile
  change: (fields: Partial<OwnProfile>) => void
  /** `id` and `error` of a field. */
  field: (name: string) => { id: string; error: string | undefined }
  /** Stands at the end of the heading's line. */
  aside?: ReactNode
}
