import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import type { Crop } from '../../shared/api/photos.ts'
import type { ElementProps } from '../ui/props.ts'
import type { Picture } from './open-picture.ts'

/** Width of the canvas in pixels: sharp on a phone's screen. */
const WIDTH = 640
const HEIGHT = 800

/** The cropped part of a picture that hasn't been sent yet. */
export function Cropped({
  picture: { image },
  crop: { left, top, width, height },
  ref,
  ...rest
}: Omit<ElementProps<'canvas'>, 'ref'> & { picture: Picture; crop: Crop; ref?: Ref<HTMLCanvasElement> }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useImperativeHandle(ref, () => canvas.current!)
  useEffect(() => {
    const pen = canvas.current?.getContext('2d')
    if (!pen) return
    pen.imageSmoothingQuality = 'high'
    // White behind transparent pixels, as in the final picture.
    pen.fillStyle = '#ffffff'
    pen.fillRect(0, 0, WIDTH, HEIGHT)
    pen.drawImage(image, left, top, width, height, 0, 0, WIDTH, HEIGHT)
  }, [image, left, top, width, height])
  return <canvas {...rest} ref={canvas} width={WIDTH} height={HEIGHT} />
}
