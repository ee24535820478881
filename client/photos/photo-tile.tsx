import type { Photo } from '../../shared/api/photos.ts'
import { useT } from '../site/site.tsx'
import { usePicture } from '../members/picture.ts'
import { Tag } from '../ui/badge.tsx'
import { Icon } from '../ui/icon.tsx'
import { Menu, MenuButton } from '../ui/menu.tsx'
import { cx } from '../ui/props.ts'
import styles from './photo-manager.module.css'

export interface PhotoTileProps {
  photo: Photo
  /** Its position, from 0, and the number of photos. */
  place: number
  count: number
  /** How many photos, from the first on, others may see. */
  limit: number
  /** Moves it to another position. */
  onMove: (place: number) => void
  beingDeleted: boolean
  onDelete: () => void
  /** Whether it is being dragged with the mouse, and its drag handlers. */
  dragged: boolean
  onDrag: (dragging: boolean) => void
  onOver: () => void
}

/** A photo of the member with its state and what can be done with it. */
export function PhotoTile({ photo, place, count, limit, onMove, beingDeleted, onDelete, dragged, onDrag, onOver }: PhotoTileProps) {
  const t = useT()
  const src = usePicture(photo)
  const number = place + 1
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the menu does the same without a mouse
    <li
      className={cx(styles.tile, dragged && styles.dragged)}
      data-photo={photo.id}
      draggable={count > 1}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.effectAllowed = 'move'
        onDrag(true)
      }}
      onDragEnd={() => onDrag(false)}
      onDragEnter={onOver}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => event.preventDefault()}
    >
      {src && (
        <img className={styles.picture} src={src} alt={t('photos.number', { number, count })} width={320} height={400} draggable={false} />
      )}
      <Menu
        // Two columns on a phone: the list opens towards the middle.
        align={place % 2 === 0 ? 'start' : 'end'}
        className={styles.corner}
        variant="overlay"
        label={t('photos.actions', { number })}
        trigger={<Icon name="more" />}
      >
        {place > 0 && (
          <>
            <MenuButton icon="user" onClick={() => onMove(0)}>
              {t('photos.make_main')}
            </MenuButton>
            <MenuButton icon="chevron-left" onClick={() => onMove(place - 1)}>
              {t('photos.move_earlier')}
            </MenuButton>
          </>
        )}
        {number < count && (
          <MenuButton icon="chevron-right" onClick={() => onMove(place + 1)}>
            {t('photos.move_later')}
          </MenuButton>
        )}
        <MenuButton icon="trash" tone="danger" onClick={onDelete}>
          {t('photos.delete')}
        </MenuButton>
      </Menu>
      <div className={styles.marks}>
        {beingDeleted && (
          <Tag tone="picture">
            <Icon name="trash" size="small" />
            {t('photos.deleting')}
          </Tag>
        )}
        {photo.main && <Tag tone="brand">{t('photos.main')}</Tag>}
        {place >= limit && (
          <Tag tone="picture">
            <Icon name="lock" size="small" />
            {t('photos.only_you')}
          </Tag>
        )}
        {photo.status === 'pending' && (
          <Tag tone="picture">
            <Icon name="clock" size="small" />
            {t('photos.pending')}
          </Tag>
        )}
        {photo.status === 'rejected' && (
          <Tag tone="danger">
            <Icon name="warning" size="small" />
            {t('photos.rejected')}
          </Tag>
        )}
      </div>
    </li>
  )
}
