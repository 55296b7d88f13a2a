import { afterAll, describe, expect, test } from 'vitest'
import { createPool } from './pool.ts'
import type { RealmRequest } from './protocol.ts'
import { createSandbox } from './sandbox.ts'

const sandbox = createSandbox()
const world = { now: 0, seed: 'x' }
const MiB = 1024 * 1024

afterAll(() => sandbox.close())

describe('a code node', () => {
  test('returns the channels it writes and its logs', async () => {
    const source = 'console.log("found", notes.length, { a: [1] })\nreturn { count: notes.length }'

    expect(await sandbox.runCode(source, { notes: [1, 2] }, world)).toEqual({
      value: { count: 2 },
      logs: ['found 2 {"a":[1]}'],
    })
  })

  test('awaits promises that a code node settles itself', async () => {
    const source = `const all = await Promise.all([1, 2].map(async (n) => n * 2))
      for await (const n of all) all.push
      return all`

    expect(await sandbox.runCode(source, {}, world)).toMatchObject({ value: [2, 4] })
  })

  test.each([
    ['await new Promise(() => {})', 'awaits a promise that never settles'],
    ['setTimeout(() => {}, 1)', "'setTimeout' is not defined"],
    ['await Promise.reject(new RangeError("odd"))', 'RangeError: odd (line 1'],
    ['const a = 1\nawait null\nreturn a.b.c', '(line 3, column'],
  ])('fails on %j with a message', async (source, message) => {
    await expect(sandbox.runCode(source, {}, world)).rejects.toMatchObject({
      code: 'CODE_ERROR',
      message: expect.stringContaining(message),
    })
  })

  test('keeps the logs from before it failed', async () => {
    const run = sandbox.runCode('console.log("before")\nnull.x', {}, world)

    await expect(run).rejects.toMatchObject({ details: { logs: ['before'], line: 2 } })
  })

  test('limits the logs of a code node', async () => {
    const source = 'for (let i = 0; i < 5000; i++) console.log("x".repeat(5000))\nreturn null'

    const { logs } = await sandbox.runCode(source, {}, world)

    expect(logs.join('').length).toBeLessThan(25_000)
    expect(logs.at(-1)).toBe('further lines were omitted')
  })

  test('stops at once if the run is cancelled', async () => {
    const controller = new AbortController()
    const run = sandbox.runCode('for (;;) {}', {}, world, {
      timeoutMs: 60_000,
      signal: controller.signal,
    })
    setTimeout(() => controller.abort(new Error('cancelled by you')), 50)

    await expect(run).rejects.toThrow('cancelled by you')
  })

  test('reads and returns a large state', async () => {
    const text = 'ü😀'.repeat(500_000)

    const { value } = await sandbox.runCode('return text', { text }, world)

    expect(value).toBe(text)
  })
})

describe('the pool', () => {
  const request = (source: string): RealmRequest => ({
    mode: 'code',
    source,
    names: [],
    scopeJson: '{}',
    clockAndSeed: world,
    cpuMs: 500,
  })

  test('starts no thread before the first job, and no more than its maximum', async () => {
    const pool = createPool(2, { idleMs: 5_000, memoryBytes: 64 * MiB })
    expect(pool.size).toBe(0)

    const runs = [1, 2, 3, 4, 5].map((n) => pool.run(request(`return ${n}`), 5_000))

    expect(pool.size).toBe(2)
    expect((await Promise.all(runs)).map((run) => run.ok && run.json)).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
    ])
    await pool.close()
  })

  test('ends idle threads', async () => {
    const pool = createPool(2, { idleMs: 20, memoryBytes: 64 * MiB })

    await pool.run(request('return 1'), 5_000)

    await expect.poll(() => pool.size).toBe(0)
    expect(await pool.run(request('return 2'), 5_000)).toMatchObject({ ok: true, json: '2' })
    await pool.close()
  })

  test('removes a cancelled job from the queue and runs the others', async () => {
    const pool = createPool(1, { idleMs: 1_000, memoryBytes: 64 * MiB })
    const controller = new AbortController()
    const first = pool.run(request('for (;;) {}'), 5_000)
    const second = pool.run(request('return 2'), 5_000, controller.signal)
    const third = pool.run(request('return 3'), 5_000)
    controller.abort(new Error('not needed'))

    await expect(second).rejects.toThrow('not needed')
    expect(await first).toMatchObject({ ok: false, reason: 'time' })
    expect(await third).toMatchObject({ ok: true, json: '3' })
    await pool.close()
  })

  test('rejects queued jobs when it closes', async () => {
    const pool = createPool(1, { idleMs: 1_000, memoryBytes: 64 * MiB })
    const runs = [pool.run(request('for (;;) {}'), 5_000), pool.run(request('return 2'), 5_000)]
    const settled = Promise.allSettled(runs)

    await pool.close()

    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})
