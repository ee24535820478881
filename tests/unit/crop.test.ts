import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeView, cropOf, mostZoom, wholeView } from '../../client/photos/crop.ts'

test('at first as much of the picture as fits is kept, from its middle, upright 4 : 5', () => {
  const first = (width: number, height: number) => cropOf({ width, height }, wholeView({ width, height }))
  expect(first(1600, 1200)).toEqual({ left: 320, top: 0, width: 960, height: 1200 })
  expect(first(800, 2000)).toEqual({ left: 0, top: 500, width: 800, height: 1000 })
  expect(first(400, 400)).toEqual({ left: 40, top: 0, width: 320, height: 400 })
})

test('moving stops at the edges, zooming at the smallest accepted part', () => {
  const picture = { width: 1600, height: 1200 }
  const right = changeView(picture, wholeView(picture), { dx: 9999, dy: 50 })
  expect(cropOf(picture, right)).toEqual({ left: 640, top: 0, width: 960, height: 1200 })
  const near = changeView(picture, right, { factor: 99 })
  expect(near.zoom).toBe(mostZoom(picture))
  expect(cropOf(picture, near)).toMatchObject({ width: 320, height: 400 })
  expect(cropOf(picture, changeView(picture, near, { factor: 0.001 }))).toMatchObject({ width: 960, height: 1200 })
  expect(mostZoom({ width: 400, height: 400 })).toBe(1)
})

test('whatever is done to any picture, the origin accepts the part', () => {
  const size = fc.integer({ min: 400, max: 8000 })
  const move = fc.record({
    dx: fc.double({ min: -9000, max: 9000, noNaN: true }),
    dy: fc.double({ min: -9000, max: 9000, noNaN: true }),
    factor: fc.double({ min: 0.01, max: 50, noNaN: true })
  })
  fc.assert(
    fc.property(size, size, fc.array(move, { maxLength: 6 }), (width, height, moves) => {
      const picture = { width, height }
      const view = moves.reduce((now, by) => changeView(picture, now, by), wholeView(picture))
      const { left, top, ...part } = cropOf(picture, view)
      for (const value of [left, top, part.width, part.height]) expect(Number.isInteger(value) && value >= 0).toBe(true)
      expect(left + part.width).toBeLessThanOrEqual(width)
      expect(top + part.height).toBeLessThanOrEqual(height)
      expect(part.width).toBeGreaterThanOrEqual(320)
      expect(part.height).toBeGreaterThanOrEqual(400)
    })
  )
})
