import { cx } from './props.ts'
import styles from './scene.module.css'

interface SceneProps {
  /** Addresses by the page's scheme. */
  scene: { light: string; dark: string }
  className?: string | undefined
  /** For a picture that isn't on every screen: it is fetched only when seen. */
  later?: boolean
}

/** A brand's scene: the golden hour on a light page, the night on a dark one. A separate image, so that no page carries a drawing. */
export function Scene({ scene, className, later }: SceneProps) {
  return (
    <picture className={cx(styles.scene, className)}>
      <source media="(prefers-color-scheme: dark)" srcSet={scene.dark} />
      <img src={scene.light} width="960" height="800" alt="" loading={later ? 'lazy' : 'eager'} fetchPriority={later ? 'auto' : 'high'} />
    </picture>
  )
}
