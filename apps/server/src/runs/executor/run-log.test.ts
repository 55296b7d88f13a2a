import { describe, expect, test } from 'vitest'
import { createRunLog, EVENT_BLOCK } from './run-log.ts'

const body = {
  type: 'token',
  node: 'reply',
  taskId: 'task',
  superstep: 0,
  spanId: '0190a000-0000-7000-8000-000000000001',
  messageId: 'message',
  channel: 'text',
  text: 'word ',
} as const
const done = { type: 'status', status: 'success', attempt: 1, error: null } as const
const begun = { type: 'status', status: 'running', attempt: 1, error: null } as const
const seqs = (events: readonly { seq: number }[] | null) => events?.map(({ seq }) => seq)

function log(reserved = EVENT_BLOCK) {
  const created = createRunLog('run', reserved)
  return {
    created,
    append: (count: number) => Array.from({ length: count }, () => created.append(body, 1)),
  }
}

describe('the log of a run', () => {
  test('numbers events from the start of the reserved range', () => {
    expect(seqs(log().append(2))).toEqual([1, 2])
    expect(seqs(log(3 * EVENT_BLOCK).append(2))).toEqual([20_001, 20_002])
  })

  test('returns events after a number, or null for unknown numbers', () => {
    const { created, append } = log(2 * EVENT_BLOCK)
    append(3)

    expect(seqs(created.eventsAfter(10_001))).toEqual([10_002, 10_003])
    expect(seqs(created.eventsAfter(10_003))).toEqual([])
    expect(created.eventsAfter(5)).toBeNull()
  })

  test('hands over each event once for storing', () => {
    const { created, append } = log()
    append(2)
    const first = seqs(created.takeUnsaved())
    append(1)

    expect([first, seqs(created.takeUnsaved()), seqs(created.takeUnsaved())]).toEqual([
      [1, 2],
      [3],
      [],
    ])
  })

  test('hides numbers that a crash could reuse', () => {
    const { created, append } = log()
    append(EVENT_BLOCK + 5)

    const before = created.eventsAfter(0)?.length
    const wanted = created.wantedReserve
    created.markReserved(wanted ?? 0)

    expect(before).toBe(EVENT_BLOCK)
    expect(wanted).toBeGreaterThan(EVENT_BLOCK + 5)
    expect(created.eventsAfter(0)).toHaveLength(EVENT_BLOCK + 5)
  })

  test('requests more numbers in time', () => {
    const { created, append } = log()
    append(10)
    const early = created.wantedReserve
    append(EVENT_BLOCK / 2)

    expect(early).toBeNull()
    expect(created.wantedReserve).toBeGreaterThan(EVENT_BLOCK)
  })

  test('drops large events once they are stored', () => {
    const { created } = log()
    const large = { ...body, text: 'x'.repeat(300_000) }
    for (let count = 0; count < 4; count++) created.append(large, 1)
    const unsaved = created.unsavedBytes
    created.takeUnsaved()

    const whileStored = seqs(created.eventsAfter(0))
    created.append(large, 1)
    created.takeUnsaved()

    expect(unsaved).toBeGreaterThan(4 * 300_000)
    expect(whileStored).toEqual([1, 2, 3, 4])
    expect(created.eventsAfter(0)).toBeNull()
    expect(seqs(created.eventsAfter(4))).toEqual([5])
    expect(created.heldBytes).toBeLessThan(310_000)
  })

  test('drops stored events when it grows', () => {
    const { created, append } = log()
    for (let i = 0; i < 50; i++) {
      append(1_000)
      created.takeUnsaved()
      created.markReserved(created.wantedReserve ?? 0)
    }

    expect(created.eventsAfter(0)).toBeNull()
    expect(seqs(created.eventsAfter(49_998))).toEqual([49_999, 50_000])
  })

  test('shows started work at once and finished work only after it is stored', () => {
    const { created, append } = log()
    created.append(begun, 1)
    created.append(done, 1)
    append(1)

    const before = seqs(created.eventsAfter(0))
    created.markStored(2)

    expect(before).toEqual([1])
    expect(seqs(created.eventsAfter(0))).toEqual([1, 2, 3])
  })

  test('requests storing as soon as a reader waits', async () => {
    let asked = 0
    const created = createRunLog('run', EVENT_BLOCK, () => {
      asked += 1
    })
    created.append(done, 1)
    const unwatched = asked
    const seen = created.waitForChange()

    created.markStored(1)

    await seen
    expect([unwatched, asked]).toEqual([0, 1])
  })

  test('wakes waiters with the next event and on close', async () => {
    const { created, append } = log()
    const woken: string[] = []
    const first = created.waitForChange().then(() => woken.push('event'))
    append(1)
    await first
    const second = created.waitForChange().then(() => woken.push('closed'))
    created.close()
    await second
    await created.waitForChange()

    expect(woken).toEqual(['event', 'closed'])
    expect(created.isClosed).toBe(true)
  })

  test('returns the beginning of the newest message', () => {
    const { created } = log()
    created.append(body, 1)
    created.append({ ...body, channel: 'reasoning', text: 'hm ' }, 1)
    created.append(body, 1)
    expect(created.partialText).toBe('word word ')

    for (const text of ['Next ', 'x'.repeat(5_000), 'unseen'])
      created.append({ ...body, messageId: 'next', text }, 1)

    expect(created.partialText).toMatch(/^Next x+$/)
  })
})
