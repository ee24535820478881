import { Skeleton } from '../ui/skeleton.tsx'
import { LoadingHeading } from './loading-heading.tsx'

/** A page without its data. `aria-busy` makes the visitors' script load the application, which fills the page. */
export function LoadingPage() {
  return (
    <div aria-busy="true">
      <LoadingHeading />
      <Skeleton shape="block" />
    </div>
  )
}
