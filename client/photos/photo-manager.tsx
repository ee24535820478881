import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Photo, Photos } from '../../shared/api/photos.ts'
import { isOffered } from '../../shared/routes/match.ts'
import { photoLimit } from '../../shared/rules/photo-limit.ts'
import { queryOf } from '../api/queries.ts'
import { laterDialog } from '../feedback/later-dialog.tsx'
import { useSite, useT } from '../site/site.tsx'
import { useLink } from '../router/link.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { SectionCard } from '../ui/section-card.tsx'
import { AddTile } from './add-tile.tsx'
import { DeletePhotoDialog } from './delete-photo-dialog.tsx'
import { openPicture, type Picture, type PictureProblem } from './open-picture.ts'
import styles from './photo-manager.module.css'
import { PhotoTile } from './photo-tile.tsx'
import { inOrder, moved, useArrange, useBeingDeleted } from './use-photos.ts'
import { UploadTile } from './upload-tile.tsx'
import { type Upload, useUploads } from './use-uploads.ts'

const Cropper = laterDialog(() => import('./cropper.tsx'))

export interface PhotoManagerProps {
  /** Called with the running and failed uploads. */
  onUploads?: (uploads: readonly Upload[]) => void
  /** Text under the heading instead of how to reorder photos. */
  lead?: string
}

/** The member's own photos: add, crop, choose the main one, reorder, delete. */
export default function PhotoManager(props: PhotoManagerProps) {
  const t = useT()
  const { data, isError, refetch } = useQuery(queryOf('listPhotos'))
  return (
    <SectionCard
      title={t('photos.heading')}
      lead={props.lead ?? t('photos.lead')}
      aside={data && <Count count={data.photos.length} limit={data.limit} />}
    >
      {data ? <Manager {...data} {...props} /> : isError ? <Failed retry={() => void refetch()} /> : <Waiting />}
    </SectionCard>
  )
}

function Count({ count, limit }: { count: number; limit: number }) {
  const t = useT()
  return <p className={styles.count}>{t(count > limit ? 'photos.count_shown' : 'photos.count', { count, limit })}</p>
}

function Manager({ photos: stored, limit, moderation, onUploads }: Photos & PhotoManagerProps) {
  const t = useT()
  const { uploads, start, retry, remove } = useUploads()
  useEffect(() => onUploads?.(uploads), [uploads, onUploads])
  const { photos, arrange } = useArrange(stored)
  const beingDeleted = useBeingDeleted()
  const [chosen, setChosen] = useState<Picture | null>(null)
  const [opening, setOpening] = useState(false)
  const [problem, setProblem] = useState<PictureProblem | null>(null)
  const [leaving, setLeaving] = useState<string | null>(null)
  const { list, said, say, drag } = useMoving(photos, arrange)
  const ids = photos.map(({ id }) => id)
  const shown = drag.order ? inOrder(photos, drag.order) : photos

  async function choose(file: File) {
    setProblem(null)
    setOpening(true)
    const opened = await openPicture(file)
    setOpening(false)
    if (typeof opened === 'string') setProblem(opened)
    else setChosen(opened)
  }

  return (
    <>
      <ul className={styles.grid} ref={list}>
        {shown.map((photo, place) => (
          <PhotoTile
            key={photo.id}
            photo={photo}
            place={place}
            count={shown.length}
            limit={limit}
            onMove={(to) => say(photo.id, moved(ids, photo.id, to))}
            beingDeleted={beingDeleted.includes(photo.id)}
            onDelete={() => setLeaving(photo.id)}
            dragged={drag.id === photo.id}
            onDrag={(dragging) => (dragging ? drag.begin(photo.id) : drag.end())}
            onOver={() => drag.over(place)}
          />
        ))}
        {uploads.map((upload) => (
          <UploadTile key={upload.id} upload={upload} onRetry={() => retry(upload)} onRemove={() => remove(upload)} />
        ))}
        {photos.length + uploads.length < limit && <AddTile busy={opening} onChoose={(file) => void choose(file)} />}
      </ul>
      <p role="status" className="visually-hidden">
        {said && t('photos.moved', said)}
      </p>
      {problem && (
        <p role="alert" className={styles.wrong}>
          <Icon name="warning" />
          {t(problem)}
        </p>
      )}
      {photos.length >= limit ? <Full count={photos.length} limit={limit} /> : <p className={styles.hint}>{t('photos.file_hint')}</p>}
      {moderation === 'before' && <p className={styles.hint}>{t('photos.moderation_hint')}</p>}
      {photos.some(({ status }) => status === 'rejected') && <p className={styles.hint}>{t('photos.rejected_hint')}</p>}
      {chosen && (
        <Cropper
          picture={chosen}
          onDone={(crop) => {
            start(chosen, crop)
            setChosen(null)
          }}
          onClose={() => setChosen(null)}
        />
      )}
      <DeletePhotoDialog id={leaving} onClose={() => setLeaving(null)} />
    </>
  )
}

/**
 * Moving photos: by the photo's menu, which is announced to screen readers and keeps the focus on the photo; or by dragging, while the others make
 * room.
 */
function useMoving(photos: readonly Photo[], arrange: (order: string[]) => void) {
  const list = useRef<HTMLUListElement>(null)
  const [said, setSaid] = useState<{ id: string; number: number; count: number } | null>(null)
  const [drag, setDrag] = useState<{ id: string; order: string[] } | null>(null)
  const ids = photos.map(({ id }) => id)

  useEffect(() => {
    if (said) list.current?.querySelector<HTMLElement>(`[data-photo="${said.id}"] summary`)?.focus()
  }, [said])

  return {
    list,
    said,
    say: (id: string, order: string[]) => {
      setSaid({ id, number: order.indexOf(id) + 1, count: order.length })
      arrange(order)
    },
    drag: {
      id: drag?.id ?? null,
      order: drag?.order ?? null,
      begin: (id: string) => setDrag({ id, order: ids }),
      over: (place: number) => setDrag((now) => now && { ...now, order: moved(now.order, now.id, place) }),
      end: () => {
        if (drag && drag.order.join() !== ids.join()) arrange(drag.order)
        setDrag(null)
      }
    }
  }
}

/** Says that there is no room for more photos, and to free members how to get more; a former premium member may have more than others see. */
function Full({ count, limit }: { count: number; limit: number }) {
  const t = useT()
  const { tenant } = useSite()
  const offered = isOffered('premium', tenant)
  const premium = photoLimit({ paid: true })
  if (limit >= premium || (!offered && count <= limit)) return <p className={styles.hint}>{t('photos.full', { limit })}</p>
  return (
    <div className={styles.full}>
      <p>{count > limit ? t('photos.over_limit', { limit }) : t('photos.full_free', { limit, premium })}</p>
      {offered && <GetPremium />}
    </div>
  )
}

function GetPremium() {
  const t = useT()
  return (
    <LinkButton {...useLink('premium')} variant="accent" icon="crown" small>
      {t('nav.premium')}
    </LinkButton>
  )
}

function Failed({ retry }: { retry: () => void }) {
  const t = useT()
  return (
    <div className={styles.failed} role="alert">
      <p>{t('photos.failed')}</p>
      <Button variant="secondary" icon="retry" onClick={retry}>
        {t('photos.retry')}
      </Button>
    </div>
  )
}

function Waiting() {
  return (
    <ul className={styles.grid} aria-busy="true">
      {['one', 'two', 'three'].map((one) => (
        <li key={one} className={styles.tile} />
      ))}
    </ul>
  )
}
