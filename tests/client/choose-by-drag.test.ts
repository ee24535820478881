import { expect, test } from 'vitest'
import { chooseByDrag } from '../../client/swipe/choose-by-drag.ts'

/** A movement at an even speed, in px and ms, on a card of 300 px. */
function drag(distance: number, duration: number, { hold = 0 } = {}) {
  const moves = Array.from({ length: 5 }, (_, index) => ({ x: (distance * (index + 1)) / 5, at: (duration * (index + 1)) / 5 }))
  return chooseByDrag(moves, duration + hold, 300)
}

test('far enough is a choice, however slow: right is a like, left a pass', () => {
  expect([drag(120, 3000), drag(-120, 3000), drag(60, 3000), drag(-60, 3000)]).toEqual(['like', 'pass', null, null])
})

test('a flick is a choice, too, unless it is shorter than a slip of the finger or ends in a rest', () => {
  expect([drag(60, 80), drag(-60, 80), drag(20, 10), drag(60, 80, { hold: 400 })]).toEqual(['like', 'pass', null, null])
})

test('a flick back is not a choice', () => {
  expect(
    chooseByDrag(
      [
        { x: 100, at: 0 },
        { x: 40, at: 50 }
      ],
      50,
      300
    )
  ).toBeNull()
  expect(chooseByDrag([], 0, 300)).toBeNull()
})
