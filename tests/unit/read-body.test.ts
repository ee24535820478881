import { expect, test } from 'vitest'
import { readBody } from '../../origin/http/read-request.ts'

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

const read = (kind: 'json' | 'form', type: string, body: string) =>
  readBody(new Request('http://origin.internal/', { method: 'POST', headers: { 'content-type': type }, body }), kind)

test('a body is read as what its endpoint takes', async () => {
  expect(await read('json', JSON_TYPE, '{"amount":"9.95","note":"a b"}')).toEqual({ amount: '9.95', note: 'a b' })
  expect(await read('form', FORM_TYPE, 'amount=9.95&note=a+b')).toEqual({ amount: '9.95', note: 'a b' })
  expect(await read('form', `${FORM_TYPE}; charset=UTF-8`, '')).toEqual({})
})

test('and as nothing else', async () => {
  await expect(read('json', FORM_TYPE, 'amount=9.95')).rejects.toMatchObject({ code: 'unsupported_media_type' })
  await expect(read('form', JSON_TYPE, '{}')).rejects.toMatchObject({ code: 'unsupported_media_type' })
  await expect(read('form', 'text/plain', '')).rejects.toMatchObject({ code: 'unsupported_media_type' })
  await expect(read('json', JSON_TYPE, 'amount=9.95')).rejects.toMatchObject({ code: 'bad_json' })
})

test('a duplicate field, or too large a body, is refused', async () => {
  await expect(read('form', FORM_TYPE, 'amount=1&amount=2')).rejects.toMatchObject({ code: 'invalid', fields: [{ field: 'amount' }] })
  await expect(read('form', FORM_TYPE, `note=${'x'.repeat(70_000)}`)).rejects.toMatchObject({ code: 'too_large' })
})
