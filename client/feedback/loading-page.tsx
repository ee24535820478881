import { Skeleton } from '../ui/skeleton.tsx'
import { LoadingHeading } from './loading-heading.tsx'

/** A page of which nothing is known yet. `aria-busy` makes the script of visitors load the application, which fills it. */
export function LoadingPage() {
  return (
    <div aria-busy="true">
      <LoadingHeading />
      <Skeleton shape="block" />
    </div>
  )
}
