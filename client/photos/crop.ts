import type { Crop } from '../../shared/api/photos.ts'

/** Width over height of every picture that is shown. */
const ASPECT = 4 / 5
/** The minimum that the origin accepts. */
const SMALLEST = { width: 320, height: 400 }

export interface Size {
  width: number
  height: number
}

/** The visible part: its center in pixels of the picture, and its magnification. */
export interface View {
  x: number
  y: number
  /** 1 shows as much as fits. */
  zoom: number
}

/** As much of the picture as fits, from its middle. */
export function wholeView({ width, height }: Size): View {
  return { x: width / 2, y: height / 2, zoom: 1 }
}

/** The maximum zoom before too few pixels are left; at least 1. */
export function mostZoom(picture: Size): number {
  return Math.max(1, largest(picture).width / SMALLEST.width)
}

/** The part of the picture that a view shows: always inside it, in whole pixels. */
export function cropOf(picture: Size, { x, y, zoom }: View): Crop {
  const most = largest(picture)
  const width = Math.max(Math.min(SMALLEST.width, most.width), Math.floor(most.width / zoom))
  const height = Math.min(picture.height, Math.round(width / ASPECT))
  return { left: within(x - width / 2, picture.width - width), top: within(y - height / 2, picture.height - height), width, height }
}

/** The view moved by pixels of the picture, or zoomed by a factor; it stops at the picture's edges. */
export function changeView(picture: Size, view: View, { dx = 0, dy = 0, factor = 1 }: { dx?: number; dy?: number; factor?: number }): View {
  const zoom = Math.min(mostZoom(picture), Math.max(1, view.zoom * factor))
  const { left, top, width, height } = cropOf(picture, { x: view.x + dx, y: view.y + dy, zoom })
  return { x: left + width / 2, y: top + height / 2, zoom }
}

function largest({ width, height }: Size): Size {
  const wide = Math.floor(Math.min(width, height * ASPECT))
  return { width: wide, height: Math.min(height, Math.round(wide / ASPECT)) }
}

function within(value: number, most: number): number {
  return Math.round(Math.min(Math.max(0, value), Math.max(0, most)))
}
