import styles from './layout.module.css'
import { cx, type ElementProps } from './props.ts'

type Box = ElementProps<'div'> & {
  as?: 'div' | 'section' | 'ul' | 'ol' | 'form' | 'header' | 'footer' | 'main' | 'nav'
  gap?: 2 | 3 | 4
}

/** Stacked elements, `gap` steps of the space scale apart (8 12 16 px). */
export function Stack({ as, gap = 4, className, ...rest }: Box) {
  const Element = (as ?? 'div') as 'div'
  return <Element {...rest} className={cx(styles.stack, styles[`gap-${gap}`], className)} />
}

/** Elements in a row that wraps. */
export function Cluster({ as, gap = 2, className, ...rest }: Box) {
  const Element = (as ?? 'div') as 'div'
  return <Element {...rest} className={cx(styles.cluster, styles[`gap-${gap}`], className)} />
}

/** The grid of member cards, 4:5: two columns on a phone, then three, four and five by the breakpoints. */
export function CardGrid(props: Omit<ElementProps<'ul'>, 'className'>) {
  return <ul {...props} className={styles.grid} />
}
