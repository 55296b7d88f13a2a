import type { SpanEvent } from '@lathe/contract'
import { expect, test } from 'vitest'
import { joinEvents, createLogEvent } from './log-events.ts'
const own = (name: string, at = 1): SpanEvent => ({ at, name, attributes: {} })
const log = (body: string, at = 1) => createLogEvent(at, 'log', body)
const names = (events: readonly SpanEvent[]) =>
  events.map(({ name, attributes }) => attributes['log.body'] ?? name)

test('a span’s own events replace earlier ones and keep its log records', () => {
  const joined = joinEvents([own('begun'), log('a', 2)], [own('begun'), own('ended', 3)])
  expect(names(joined)).toEqual(['begun', 'a', 'ended'])
})

test('log records are merged by time and keep the span’s own events', () => {
  const joined = joinEvents([own('begun'), log('c', 4)], [log('b', 3), log('a', 2)])
  expect(names(joined)).toEqual(['begun', 'a', 'b', 'c'])
})

test('repeated records change nothing', () => {
  const logs = [log('a', 2), log('b', 3)]
  expect(joinEvents(logs, logs)).toEqual(logs)
})

test('equal records of one batch are both kept, however often the batch arrives', () => {
  const twice = [log('a'), log('a')]
  expect(names(joinEvents([], twice))).toEqual(['a', 'a'])
  expect(names(joinEvents(twice, twice))).toEqual(['a', 'a'])
})

test('limits the size of a span’s log records', () => {
  const long = 'long '.repeat(1_000_000)
  let events: SpanEvent[] = []
  for (const at of [1, 2, 3, 4, 5]) events = joinEvents(events, [log(long, at)])
  expect(names(events)).toEqual([long, long, long, 'The first 3 of this span are kept'])
  expect(joinEvents([], [log(`${long}${long}${long}${long}`)])).toHaveLength(1)
})

test('limits the number of a span’s log records and reports it once', () => {
  const many = (from: number) => Array.from({ length: 1_500 }, (_, at) => log('a', from + at))
  let events = joinEvents(many(1), many(5_000))
  events = joinEvents(events, many(9_000))
  expect(events).toHaveLength(2_001)
  expect(events.at(-1)).toMatchObject({ name: 'more log records' })
})
