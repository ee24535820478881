import { LikesView } from '../../likes/likes-view.tsx'
import type { LikesType } from '../../../shared/api/likes.ts'
import type { PageProps } from '../registry.ts'

/** One kind of likes; the route accepts no other type. */
export default function Page({ params }: PageProps) {
  return <LikesView key={params.type} type={params.type as LikesType} />
}
