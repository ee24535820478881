import type { ElementProps } from '../ui/props.ts'
import { useSite } from '../site/site.tsx'
import { Tag } from '../ui/badge.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'

const ICONS = { mask: 'mask', star: 'sparkle', info: 'info' } as const satisfies Record<string, IconName>

/** The operator's icon for profiles made by the company. */
export function useFictionalIcon(): IconName {
  return ICONS[useSite().tenant.fictional_icon]
}

/** The label of a profile made by the company; it is shown wherever that profile is shown. */
export function FictionalTag({ tone = 'neutral' }: Pick<ElementProps<typeof Tag>, 'tone'>) {
  const { tenant } = useSite()
  const icon = useFictionalIcon()
  return (
    <Tag tone={tone}>
      <Icon name={icon} size="small" />
      {tenant.fictional_singular}
    </Tag>
  )
}
