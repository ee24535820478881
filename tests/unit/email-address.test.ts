import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Email, NewEmail } from '../../shared/api/values.ts'

const takes = (address: string) => [Email, NewEmail].map((schema) => v.is(schema, address))

test.each(['anna@mail.example', ' anna.b+dating@mail.co.example ', "o'hara@mail.example"])('%j is an address', (address) => {
  expect(takes(address)).toEqual([true, true])
})

test.each(['', 'anna', 'anna@', '@mail.example', 'anna@gmail', 'anna.b@gmail', 'anna@gmail.', 'anna@.example', 'anna b@mail.example'])(
  'no mail can be sent to %j',
  (address) => {
    expect(takes(address)).toEqual([false, false])
  }
)
