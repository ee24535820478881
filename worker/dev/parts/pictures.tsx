import { Art, ART_NAMES } from '../../../client/ui/art.tsx'
import { Icon, ICON_NAMES } from '../../../client/ui/icon.tsx'
import { Cluster } from '../../../client/ui/layout.tsx'
import { Scene } from '../../../client/ui/scene.tsx'
import { VisuallyHidden } from '../../../client/ui/visually-hidden.tsx'
import { brandScenePath, markOf } from '../../../shared/tenants/brand-pictures.ts'
import { MARK_VIEW, MARKS } from '../../../shared/tenants/marks.ts'
import { paintScene, type Scheme } from '../../../shared/tenants/scene-colours.ts'
import { SCENES } from '../../../shared/tenants/scenes.ts'
import type { TenantRecord } from '../../../shared/tenants/schema.ts'
import { sceneFile } from '../../files/scene.ts'

/** The drawings of empty places. */
export function Drawings() {
  return (
    <>
      <Cluster>
        {ART_NAMES.map((name) => (
          <Art key={name} name={name} />
        ))}
      </Cluster>
      <VisuallyHidden>Only for screen readers</VisuallyHidden>
    </>
  )
}

/** Every icon by its name. */
export function Icons() {
  return (
    <ul className="icons">
      {ICON_NAMES.map((name) => (
        <li key={name}>
          <Icon name={name} size="large" />
          {name}
        </li>
      ))}
    </ul>
  )
}

/** The brand's own scene, then all of them in its colours. */
export function Scenes({ settings }: TenantRecord) {
  const address = (name: (typeof SCENES)[number], scheme: Scheme) =>
    `data:image/svg+xml,${encodeURIComponent(paintScene(sceneFile(name), settings.theme, scheme))}`
  return (
    <ul className="scenes">
      <li>
        <Scene scene={{ light: brandScenePath(settings, 'light'), dark: brandScenePath(settings, 'dark') }} />
        Of this brand
      </li>
      {SCENES.map((name) => (
        <li key={name}>
          <Scene scene={{ light: address(name, 'light'), dark: address(name, 'dark') }} />
          {name}
        </li>
      ))}
    </ul>
  )
}

/** The brand's own mark, then all of them. */
export function Marks({ settings }: TenantRecord) {
  return (
    <ul className="icons">
      {[
        ['of this brand', markOf(settings)] as const,
        ...Object.entries(MARKS).map(([name, shapes]) => [name, { viewBox: MARK_VIEW, shapes }] as const)
      ].map(([name, { viewBox, shapes }]) => (
        <li key={name}>
          <svg viewBox={viewBox} width="48" height="48" aria-hidden="true">
            {shapes.map(([path, colour]) => (
              <path key={path} fill={`var(--${colour})`} d={path} />
            ))}
          </svg>
          {name}
        </li>
      ))}
    </ul>
  )
}
