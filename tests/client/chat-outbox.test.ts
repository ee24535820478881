import { expect, test } from 'vitest'
import { ApiError } from '../../client/api/api-error.ts'
import { errorBody, fieldError } from '../../shared/api/errors.ts'
import { wordsOf } from '../../client/chat/message-parts.ts'
import type { Message } from '../../shared/api/message.ts'
import type { PendingMessage } from '../../client/outbox/pending-message.ts'
import { ANNA, browser, id, noAnswer, refused, server, settle, tab } from './chat-fixtures.ts'

const texts = (of: readonly (PendingMessage | Message)[]) => of.map(({ content }) => wordsOf(content))

const HOUR = 3_600_000

test('a message leaves the outbox when the server has it', async () => {
  const to = server()
  const { outbox, write } = tab(browser(), to)
  write('hello')
  expect(texts(outbox.pending(ANNA))).toEqual(['hello'])
  await settle()
  expect(outbox.pending(ANNA)).toEqual([])
  expect(texts(to.stored)).toEqual(['hello'])
})

test('every attempt of a message has the same key, and a lost answer makes no second message', async () => {
  const to = server()
  to.next((entry) => {
    to.accept(entry)
    return noAnswer()
  })
  const { line, write } = tab(browser(), to)
  write('once')
  await settle()
  expect(to.attempts).toEqual(['once', 'once'])
  expect(texts(to.stored)).toEqual(['once'])
  expect(line.waits[0]).toBeGreaterThanOrEqual(800)
})

test('the same text written twice is two messages', async () => {
  const to = server()
  const { write } = tab(browser(), to)
  write('again')
  write('again')
  await settle()
  expect(texts(to.stored)).toEqual(['again', 'again'])
})

test('messages go one after another in the order they were written', async () => {
  const to = server()
  to.next(
    () => noAnswer(),
    () => noAnswer()
  )
  const { write } = tab(browser(), to)
  for (const text of ['one', 'two', 'three']) write(text)
  await settle()
  expect(texts(to.stored)).toEqual(['one', 'two', 'three'])
})

test('without a connection nothing is attempted; with it everything goes in order', async () => {
  const to = server()
  const { outbox, line, write } = tab(browser(), to)
  line.online = false
  write('one')
  write('two')
  await settle()
  expect(to.attempts).toEqual([])
  expect(outbox.pending(ANNA).map((entry) => entry.failure)).toEqual([null, null])
  line.online = true
  outbox.connectionChanged()
  await settle()
  expect(texts(to.stored)).toEqual(['one', 'two'])
})

test('a connection that is cut during an attempt is not a failure: the message waits for it', async () => {
  const to = server()
  const { outbox, line, write } = tab(browser(), to)
  to.next(() => {
    line.online = false
    return noAnswer()
  })
  write('cut')
  await settle()
  expect(outbox.pending(ANNA)[0]?.failure).toBeNull()
  expect(line.waits).toEqual([])
  line.online = true
  outbox.connectionChanged()
  await settle()
  expect(texts(to.stored)).toEqual(['cut'])
})

test('a message survives a reload before it could be sent', async () => {
  const shared = browser()
  const to = server()
  const before = tab(shared, to)
  before.line.online = false
  before.write('kept')
  await settle()
  const after = tab(shared, to)
  await settle()
  expect(texts(after.outbox.pending(ANNA))).toEqual(['kept'])
  after.outbox.connectionChanged()
  await settle()
  expect(texts(to.stored)).toEqual(['kept'])
  expect(shared.kept.size).toBe(0)
})

test('two tabs send each message once', async () => {
  const shared = browser()
  const to = server()
  const first = tab(shared, to)
  const second = tab(shared, to)
  first.line.online = false
  second.line.online = false
  first.write('a')
  second.write('b')
  await settle()
  expect(texts(first.outbox.pending(ANNA))).toEqual(['a', 'b'])
  first.line.online = true
  second.line.online = true
  first.outbox.connectionChanged()
  second.outbox.connectionChanged()
  await settle()
  expect(to.attempts).toEqual(['a', 'b'])
  expect(first.outbox.pending(ANNA)).toEqual([])
  expect(second.outbox.pending(ANNA)).toEqual([])
})

test('what a tab was still sending when it was closed is sent by another one', async () => {
  const shared = browser()
  const to = server()
  const closed = Promise.withResolvers<void>()
  const first = tab(shared, to, undefined, {
    exclusively: (work) => shared.exclusively(async () => await Promise.race([work(), closed.promise]))
  })
  const second = tab(shared, to)
  to.next(() => new Promise(() => {}))
  first.write('left behind')
  await settle()
  expect([to.stored, texts(second.outbox.pending(ANNA))]).toEqual([[], ['left behind']])
  closed.resolve()
  await settle()
  expect(texts(to.stored)).toEqual(['left behind'])
  expect(second.outbox.pending(ANNA)).toEqual([])
})

test('another tab learns the message that was sent', async () => {
  const shared = browser()
  const to = server()
  const first = tab(shared, to)
  const heard: string[] = []
  tab(shared, to, undefined, { onSent: (member, sent) => heard.push(`${member === ANNA} ${wordsOf(sent.message.content)}`) })
  first.write('hello')
  await settle()
  expect(heard).toEqual(['true hello'])
})

test('a refusal fails this message only and is not repeated', async () => {
  const to = server()
  to.next(() => refused('not_confirmed'))
  const { outbox, write } = tab(browser(), to)
  write('no')
  write('yes')
  await settle()
  expect(outbox.pending(ANNA).map((entry) => [wordsOf(entry.content), entry.failure])).toEqual([
    ['no', { code: 'not_confirmed', params: {}, passing: false }]
  ])
  expect(texts(to.stored)).toEqual(['yes'])
  expect(to.attempts).toEqual(['no', 'yes'])
})

test('after six attempts without an answer a message fails, and what was written after it waits for it [API-24]', async () => {
  const to = server()
  to.next(...Array.from({ length: 6 }, () => () => noAnswer()))
  const { outbox, line, write } = tab(browser(), to)
  const first = write('one')
  write('two')
  await settle()
  expect(to.attempts).toEqual(Array(6).fill('one'))
  expect(line.waits).toHaveLength(5)
  expect(outbox.pending(ANNA).map((entry) => entry.failure?.code)).toEqual(['unavailable', 'unavailable'])
  outbox.retry(first)
  await settle()
  expect(texts(to.stored)).toEqual(['one', 'two'])
})

const busy = (seconds: number) => new ApiError(429, errorBody('too_many_requests').error, seconds)

test.each<[why: string, attempts: number, first: string[], failure: () => Error, later?: number]>([
  ['no answer', 6, ['A', 'B'], noAnswer],
  ['503', 6, ['A', 'B'], () => refused('unavailable')],
  ['429 for seconds', 6, ['A', 'B'], () => busy(3)],
  ['429 for an hour', 1, ['B'], () => busy(3600)],
  ['no answer, a day ago', 6, ['B'], noAnswer, 24.1 * HOUR],
  ['a block', 1, ['B'], () => refused('not_found')],
  ['too few credits', 1, ['B'], () => refused('not_enough_credits')],
  ['another price', 1, ['B'], () => refused('message_price_changed')]
])(
  'only what failed for a reason that passes goes before a later message to the same person: %s',
  async (_, attempts, first, failure, later = 0) => {
    const to = server()
    to.next(...Array.from({ length: attempts }, () => failure))
    const { outbox, line, write } = tab(browser(), to)
    write('A')
    await settle()
    expect(to.attempts).toHaveLength(attempts)
    expect(outbox.pending(ANNA)[0]!.failure).not.toBeNull()
    line.now += later
    write('B')
    await settle()
    expect(texts(to.stored)).toEqual(first)
    expect(texts(outbox.pending(ANNA))).toEqual(first.includes('A') ? [] : ['A'])
  }
)

test('messages go in the order they were written, however often the site or the connection is lost and whatever tab or visit they are from', async () => {
  const shared = browser()
  const to = server()
  const fails = (attempts: number) => to.next(...Array.from({ length: attempts }, () => noAnswer))
  const { add, line, outbox, write } = tab(shared, to)
  const failed = (entries = outbox.pending(ANNA)) => entries.map((entry) => (entry.failure ? 'failed' : 'waits'))
  fails(6)
  write('A')
  await settle()
  fails(6)
  write('B')
  await settle()
  expect([texts(outbox.pending(ANNA)), failed()]).toEqual([
    ['A', 'B'],
    ['failed', 'failed']
  ])
  // To someone else they don't matter.
  add({ content: { type: 'text', text: 'Hello Bob' } }, id('bob'))
  await settle()
  expect(texts(to.stored)).toEqual(['Hello Bob'])
  // Offline they wait together, so no one is asked to try again.
  line.online = false
  write('C')
  await settle()
  expect(failed()).toEqual(['waits', 'waits', 'waits'])
  line.online = true
  line.now += 60_000
  fails(6)
  outbox.connectionChanged()
  await settle()
  line.now += 60_000
  // Written on another page before it has read what the store has.
  tab(shared, to, line).write('D')
  await settle()
  expect(texts(to.stored)).toEqual(['Hello Bob', 'A', 'B', 'C', 'D'])
})

test('a restored connection gives a message no more time: a day after it was written it is sent only on request', async () => {
  const to = server()
  const { line, outbox, write } = tab(browser(), to)
  to.next(...Array.from({ length: 12 }, () => noAnswer))
  write('old')
  await settle()
  line.now += 20 * HOUR
  outbox.connectionChanged()
  await settle()
  expect(to.attempts).toHaveLength(12)
  line.now += 20 * HOUR
  outbox.connectionChanged()
  await settle()
  expect(to.attempts).toHaveLength(12)
})

test('a failed message that is retried by hand goes before what has been waiting behind it', async () => {
  const shared = browser()
  const to = server()
  const { outbox, write } = tab(shared, to)
  to.next(...Array.from({ length: 6 }, () => noAnswer))
  const first = write('A')
  await settle()
  // Another tab is sending.
  const other = Promise.withResolvers<void>()
  void shared.exclusively(() => other.promise)
  write('B')
  outbox.retry(first)
  other.resolve()
  await settle()
  expect(texts(to.stored)).toEqual(['A', 'B'])
})

test('a restored connection automatically sends what failed for a passing reason', async () => {
  const to = server()
  to.next(...Array.from({ length: 6 }, () => () => refused('unavailable')))
  const { outbox, write } = tab(browser(), to)
  write('late')
  await settle()
  expect(to.stored).toEqual([])
  outbox.connectionChanged()
  await settle()
  expect(texts(to.stored)).toEqual(['late'])
})

test('a restored connection ends the wait before the next attempt', async () => {
  const to = server()
  to.next(() => noAnswer())
  const { outbox, line, write } = tab(browser(), to, undefined, { wait: () => new Promise(() => {}) })
  write('soon')
  await settle()
  expect([to.stored, line.waits.length]).toEqual([[], 1])
  outbox.connectionChanged()
  await settle()
  expect(texts(to.stored)).toEqual(['soon'])
})

test('a message of the day before is only sent on request: the server may have forgotten its key', async () => {
  const shared = browser()
  const to = server()
  const before = tab(shared, to)
  before.line.online = false
  const key = before.write('old')
  const after = tab(shared, to, { ...before.line, online: true, now: before.line.now + 25 * HOUR })
  after.outbox.connectionChanged()
  await settle()
  expect(to.attempts).toEqual([])
  expect(after.outbox.pending(ANNA)[0]?.failure?.code).toBe('timeout')
  after.outbox.connectionChanged()
  await settle()
  expect(to.attempts).toEqual([])
  after.outbox.retry(key)
  await settle()
  expect(texts(to.stored)).toEqual(['old'])
})

test('when the session has ended the message waits for the next one', async () => {
  const shared = browser()
  const to = server()
  to.next(() => false)
  const { write } = tab(shared, to)
  write('later')
  await settle()
  expect(to.attempts).toEqual(['later'])
  expect(to.stored).toEqual([])
  const next = tab(shared, to)
  next.outbox.connectionChanged()
  await settle()
  expect(texts(to.stored)).toEqual(['later'])
})

test('only a failed message can be discarded', async () => {
  const to = server()
  to.next(() => refused('not_found'))
  const { outbox, line, write } = tab(browser(), to)
  const failed = write('no')
  await settle()
  line.online = false
  const waiting = write('wait')
  outbox.discard(waiting)
  outbox.discard(failed)
  expect(texts(outbox.pending(ANNA))).toEqual(['wait'])
})

test('without storage a message waits in memory, is sent, and counts as at risk until then', async () => {
  const shared = browser()
  shared.store.put = shared.store.all = async () => {
    throw new Error('QuotaExceededError')
  }
  const to = server()
  const { outbox, line, write } = tab(shared, to)
  line.online = false
  write('anyway')
  await settle()
  expect([texts(outbox.pending(ANNA)), outbox.atRisk()]).toEqual([['anyway'], true])
  line.online = true
  outbox.connectionChanged()
  await settle()
  expect([texts(to.stored), outbox.pending(ANNA), outbox.atRisk()]).toEqual([['anyway'], [], false])
})

test('a message is stored before its first attempt', async () => {
  const shared = browser()
  const to = server()
  const had: boolean[] = []
  to.next((entry) => {
    had.push(shared.kept.has(entry.clientId))
    return to.accept(entry)
  })
  const { outbox, write } = tab(shared, to)
  write('first')
  await settle()
  expect([had, outbox.atRisk(), shared.kept.size]).toEqual([[true], false, 0])
})

test('a message that the server turned out to have before the store was read is not sent again', async () => {
  const shared = browser()
  const to = server()
  const before = tab(shared, to)
  before.line.online = false
  const key = before.write('there')
  await settle()
  const after = tab(shared, to)
  after.outbox.settle([key])
  after.outbox.connectionChanged()
  await settle()
  expect([to.attempts, shared.kept.size]).toEqual([[], 0])
})

const A_ROSE = { content: { type: 'gift', gift: 'rose', note: 'For you' }, credits: 5 } as const

test('a gift whose answer was lost is attempted again under its key after a reload, and given once', async () => {
  const shared = browser()
  const to = server()
  const before = tab(shared, to)
  to.next((entry) => {
    to.accept(entry)
    before.line.online = false
    return noAnswer()
  })
  const key = before.add(A_ROSE)
  await settle()
  const after = tab(shared, to)
  after.outbox.connectionChanged()
  await settle()
  expect(to.attempts).toEqual(['For you', 'For you'])
  expect(to.stored.map(({ client_id, content }) => [client_id, content])).toEqual([[key, A_ROSE.content]])
  expect([after.outbox.pending(ANNA), shared.kept.size]).toEqual([[], 0])
})

test('a photo keeps its file until the server has it, between two texts as they were sent, from whichever tab', async () => {
  const shared = browser()
  const to = server()
  const first = tab(shared, to)
  const second = tab(shared, to)
  first.line.online = second.line.online = false
  first.write('before')
  await settle()
  second.add({ content: { type: 'photo', state: 'shown' }, file: new Blob(['jpeg']), credits: 2 })
  await settle()
  first.write('after')
  await settle()
  const files: (string | undefined)[] = []
  to.next(to.accept, async (entry) => {
    files.push(await entry.file?.text())
    return to.accept(entry)
  })
  const third = tab(shared, to)
  third.outbox.connectionChanged()
  await settle()
  expect([to.attempts, files]).toEqual([['before', 'photo', 'after'], ['jpeg']])
  for (const { outbox } of [first, second, third]) expect(outbox.pending(ANNA)).toEqual([])
})

test('a photo that is refused says what is wrong with it; a gift whose price has changed is sent for the new one on request', async () => {
  const to = server()
  const priced = new ApiError(409, errorBody('message_price_changed', { credits: 7 }).error)
  to.next(
    () => new ApiError(422, errorBody('invalid', {}, [fieldError('photo', 'photo_refused')]).error),
    () => priced
  )
  const { outbox, add } = tab(browser(), to)
  add({ content: { type: 'photo', state: 'shown' }, file: new Blob(['jpeg']), credits: 2 })
  const gift = add(A_ROSE)
  await settle()
  expect(outbox.pending(ANNA).map(({ failure }) => failure)).toEqual([
    { code: 'invalid', message_key: 'field.photo_refused', params: {}, passing: false },
    { code: 'message_price_changed', params: { credits: 7 }, passing: false }
  ])
  const paid: (number | undefined)[] = []
  to.next((entry) => {
    paid.push(entry.credits)
    return to.accept(entry)
  })
  outbox.retry(gift)
  await settle()
  expect(paid).toEqual([7])
})
