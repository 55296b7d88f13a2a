import { describe, expect, test } from 'vitest'
import type { RunEventBody } from '@lathe/contract'
import { body, numberEvents } from '../../../testing/event-factory.ts'
import { createPlayer, stepFrom } from './player.ts'

/** One millisecond apart. */
const player = (...bodies: RunEventBody[]) => createPlayer(numberEvents(bodies))

const recording = player(
  body.status('running'),
  body.start('plan', { superstep: 1, spanId: 'a' }),
  body.token('Hel', { messageId: 'm' }),
  body.token('lo', { messageId: 'm' }),
  body.end('plan', { superstep: 1, spanId: 'a' }),
  body.start('write', { superstep: 2, spanId: 'b' }),
  body.end('write', { superstep: 2, spanId: 'b' }),
  body.status('success'),
)

describe('player', () => {
  test('player shows the state at a position when seeking in either direction', () => {
    const text = (position: number) => recording.viewAt(position).messages['m']?.text

    expect([text(1), text(2), text(3), text(2)]).toEqual([undefined, 'Hel', 'Hello', 'Hel'])
    expect(recording.viewAt(recording.length).status).toBe('success')
  })

  test('player marks the start of each superstep', () => {
    expect(recording.marks.map(({ position, superstep }) => [position, superstep])).toEqual([
      [1, 1],
      [5, 2],
    ])
  })

  test('player steps from mark to mark and to both ends', () => {
    expect([
      stepFrom(recording, 0, 1),
      stepFrom(recording, 1, 1),
      stepFrom(recording, 5, 1),
    ]).toEqual([1, 5, 7])
    expect([
      stepFrom(recording, 7, -1),
      stepFrom(recording, 1, -1),
      stepFrom(recording, 0, -1),
    ]).toEqual([5, 0, 0])
  })

  test('player shortens waits for input', () => {
    const events = numberEvents([body.status('interrupted'), body.status('running')])
    const longWaitPlayer = createPlayer(
      events.map((event) => ({ ...event, at: event.seq * 3_600_000_000 })),
    )

    expect(longWaitPlayer.length).toBe(1_000)
  })

  test('player has no length without events', () => {
    expect(player()).toMatchObject({ length: 0, marks: [] })
  })
})
