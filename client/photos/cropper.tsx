import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import type { Crop } from '../../shared/api/photos.ts'
import { useT } from '../site/site.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { isShortcut } from '../ui/is-shortcut.ts'
import { changeView, cropOf, mostZoom, wholeView } from './crop.ts'
import { Cropped } from './cropped.tsx'
import styles from './cropper.module.css'
import type { Picture } from './open-picture.ts'

/** Share of the visible part that an arrow key moves by, and zoom step of plus and minus. */
const STEP = 0.05
const ZOOM_STEP = 1.1

interface Point {
  x: number
  y: number
}

/** Lets the member choose which part of a picture is shown: by dragging, pinching, wheel, slider or keys. */
export default function Cropper({ picture, onDone, onClose }: { picture: Picture; onDone: (crop: Crop) => void; onClose: () => void }) {
  const t = useT()
  const hint = useId()
  const [view, setView] = useState(() => wholeView(picture))
  const canvas = useRef<HTMLCanvasElement>(null)
  const fingers = useRef(new Map<number, Point>())
  const crop = cropOf(picture, view)
  const most = mostZoom(picture)

  const change = (by: Parameters<typeof changeView>[2]) => setView((now) => changeView(picture, now, by))

  // React's wheel listeners are passive, but the page must not scroll.
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      setView((now) => changeView(picture, now, { factor: Math.exp(-event.deltaY / 500) }))
    }
    element.addEventListener('wheel', turn, { passive: false })
    return () => element.removeEventListener('wheel', turn)
  }, [picture])

  function handleKeyDown(event: KeyboardEvent) {
    const by = {
      ArrowLeft: { dx: -crop.width * STEP },
      ArrowRight: { dx: crop.width * STEP },
      ArrowUp: { dy: -crop.height * STEP },
      ArrowDown: { dy: crop.height * STEP },
      '+': { factor: ZOOM_STEP },
      '-': { factor: 1 / ZOOM_STEP }
    }[event.key]
    if (!by || isShortcut(event)) return
    event.preventDefault()
    change(by)
  }

  function handlePointerDown({ pointerId, clientX, clientY, currentTarget }: PointerEvent<HTMLCanvasElement>) {
    currentTarget.setPointerCapture(pointerId)
    fingers.current.set(pointerId, { x: clientX, y: clientY })
  }

  function handlePointerMove({ pointerId, clientX, clientY, currentTarget }: PointerEvent<HTMLCanvasElement>) {
    const before = fingers.current.get(pointerId)
    if (!before) return
    const after = { x: clientX, y: clientY }
    const other = [...fingers.current].find(([id]) => id !== pointerId)?.[1]
    fingers.current.set(pointerId, after)
    const scale = crop.width / currentTarget.clientWidth / (other ? 2 : 1)
    const apart = (one: Point) => Math.hypot(one.x - other!.x, one.y - other!.y) || 1
    change({
      dx: (before.x - after.x) * scale,
      dy: (before.y - after.y) * scale,
      factor: other ? apart(after) / apart(before) : 1
    })
  }

  const lift = ({ pointerId }: PointerEvent) => void fingers.current.delete(pointerId)

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('crop.title')}
      closeLabel={t('crop.cancel')}
      actions={
        <>
          <Button onClick={() => onDone(crop)}>{t('crop.done')}</Button>
          <Button variant="secondary" onClick={onClose}>
            {t('crop.cancel')}
          </Button>
        </>
      }
    >
      <div className={styles.cropper}>
        <Cropped
          ref={canvas}
          picture={picture}
          crop={crop}
          className={styles.part}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys move it
          tabIndex={0}
          role="img"
          data-autofocus=""
          aria-label={t('crop.part')}
          aria-describedby={hint}
          onKeyDown={handleKeyDown}
          onPointerDown={handlePointerDown}
          onPointerMove={handlePointerMove}
          onPointerUp={lift}
          onPointerCancel={lift}
        />
        <label className={styles.zoom}>
          <Icon name="search" />
          <span className="visually-hidden">{t('crop.zoom')}</span>
          <input
            type="range"
            min={1}
            max={most}
            step="any"
            disabled={most === 1}
            value={view.zoom}
            onChange={({ currentTarget }) => change({ factor: Number(currentTarget.value) / view.zoom })}
          />
        </label>
        <p id={hint} className={styles.hint}>
          {t(window.matchMedia('(pointer: coarse)').matches ? 'crop.hint_touch' : 'crop.hint')}
        </p>
      </div>
    </Dialog>
  )
}
