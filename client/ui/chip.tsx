import { type ReactNode, useId } from 'react'
import styles from './chip.module.css'
import { Icon, type IconName } from './icon.tsx'
import { cx, type ElementProps } from './props.ts'

/** A short fact with an icon. */
export function Chip({ icon, children, className, ...rest }: ElementProps<'span'> & { icon?: ReactNode }) {
  return (
    <span {...rest} className={cx(styles.chip, className)}>
      {typeof icon === 'string' ? <Icon name={icon as IconName} size="small" /> : icon}
      <span>{children}</span>
    </span>
  )
}

/** A selectable chip: a checkbox (or radio button) underneath, so it submits and works without a script. */
export function ChoiceChip({
  icon,
  children,
  type = 'checkbox',
  className,
  ...input
}: Omit<ElementProps<'input'>, 'type'> & { icon?: ReactNode; type?: 'checkbox' | 'radio'; children: ReactNode }) {
  const id = useId()
  return (
    <span className={cx(styles.choice, className)}>
      <input id={id} {...input} type={type} className={styles.input} />
      <label htmlFor={input.id ?? id} className={cx(styles.chip, styles.word)}>
        {typeof icon === 'string' ? <Icon name={icon as IconName} size="small" /> : icon}
        <span>{children}</span>
        <Icon name="check" size="small" className={styles.check} />
      </label>
    </span>
  )
}
