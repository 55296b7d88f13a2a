import { describe, expect, test } from 'vitest'
import type { JsonObject } from '@lathe/contract'
import { LatheError } from '../errors/lathe-error.ts'
import type { Replay } from '../replay/replay.ts'
import { createRecording, type NewExchange } from '../replay/recording.ts'
import { testPorts } from '../testing/model-access.ts'
import { callTool } from './call-tool.ts'
import { argsSchema, type ToolDefinition } from './definition.ts'

function toolOf(run: ToolDefinition['run'], fields: Partial<ToolDefinition> = {}) {
  const runs: JsonObject[] = []
  const tool: ToolDefinition = {
    name: 'double',
    description: 'Doubles a number',
    schema: argsSchema({ n: { type: 'number' } }),
    effect: 'read',
    run(args, context) {
      runs.push(args)
      return run(args, context)
    },
    ...fields,
  }
  return { tool, runs }
}
const double = () => toolOf(({ n }) => Number(n) * 2)

async function call(
  tool: ToolDefinition,
  args: JsonObject,
  {
    replay = null,
    timeoutMs = 60_000,
    signal,
  }: { replay?: Replay | null; timeoutMs?: number; signal?: AbortSignal } = {},
) {
  const { ports, exchanges } = testPorts(['calculate'], replay)
  const context = {
    clockAndSeed: { now: 0, seed: '' },
    fetch: () => Promise.reject(new Error('no network')),
    sandbox: { runCode: () => Promise.reject(new Error('no sandbox')) },
    store: null,
    memoryPrefix: [],
    search: null,
    signal: signal ?? new AbortController().signal,
  }
  const options = { scope: ports.begin('tool', tool.name), timeoutMs }
  const result = await callTool(tool, args, context, options).catch((error: unknown) => error)
  return { result, exchanges }
}
const replayOf = (exchanges: NewExchange[], fields: Partial<Replay> = {}): Replay => ({
  recording: createRecording(exchanges),
  onMiss: 'fail',
  ...fields,
})

describe('a tool call', () => {
  test('records a tool call with its arguments and result', async () => {
    const { result, exchanges } = await call(double().tool, { n: 4 })

    expect(result).toBe(8)
    expect(exchanges).toMatchObject([
      {
        kind: 'tool',
        name: 'double',
        address: { path: ['calculate'], ordinal: 0 },
        error: null,
        content: { type: 'call', request: { n: 4 }, result: 8 },
      },
    ])
  })

  test('rejects a tool call with invalid arguments', async () => {
    const { tool, runs } = double()

    const { result } = await call(tool, { n: 'four', extra: 1 })

    expect(result).toMatchObject({ code: 'TOOL_ERROR', message: expect.stringContaining('n: ') })
    expect(runs).toEqual([])
  })

  test('a tool call that fails is recorded as a tool error with the tool’s message', async () => {
    const { tool } = toolOf(() => {
      throw new Error('The moon is full')
    })

    const { result, exchanges } = await call(tool, { n: 1 })

    expect(result).toMatchObject({ code: 'TOOL_ERROR', message: 'The moon is full' })
    expect(exchanges).toMatchObject([{ error: { code: 'TOOL_ERROR' } }])
  })

  test('keeps the code of an error', async () => {
    const { tool } = toolOf(() => Promise.reject(new LatheError('EGRESS_DENIED', 'no')))

    expect((await call(tool, { n: 1 })).result).toMatchObject({ code: 'EGRESS_DENIED' })
  })

  test('a tool call that takes too long is aborted by its signal', async () => {
    let signal: AbortSignal | undefined
    const { tool } = toolOf((_, context) => {
      signal = context.signal
      return new Promise(() => {})
    })

    const { result } = await call(tool, { n: 1 }, { timeoutMs: 30 })

    expect(result).toMatchObject({
      code: 'TIMEOUT',
      message: 'The tool double took longer than 30 ms',
    })
    expect(signal?.aborted).toBe(true)
  })

  test('ends when the run is cancelled', async () => {
    const controller = new AbortController()
    const { tool } = toolOf(() => new Promise(() => {}))
    setTimeout(() => controller.abort(), 20)

    expect((await call(tool, { n: 1 }, { signal: controller.signal })).result).toMatchObject({
      code: 'ABORTED',
    })
  })
})

describe('a recorded tool call', () => {
  test('returns the recorded result without running the tool', async () => {
    const { exchanges } = await call(double().tool, { n: 4 })
    const { tool, runs } = toolOf(() => 'live')

    const again = await call(tool, { n: 4 }, { replay: replayOf(exchanges) })

    expect(again.result).toBe(8)
    expect(again.exchanges).toMatchObject([{ content: exchanges[0]?.content }])
    expect(runs).toEqual([])
  })

  test('fails with the recorded error', async () => {
    const failing = toolOf(() => Promise.reject(new Error('The moon is full')))
    const { exchanges } = await call(failing.tool, { n: 1 })

    const again = await call(double().tool, { n: 1 }, { replay: replayOf(exchanges) })

    expect(again.result).toMatchObject({ code: 'TOOL_ERROR', message: 'The moon is full' })
  })

  test('names a call that is not in the recording', async () => {
    expect((await call(double().tool, { n: 1 }, { replay: replayOf([]) })).result).toMatchObject({
      code: 'RECORDING_MISS',
    })
  })

  test('runs a missing call live for a tool that reads, but never for one that writes', async () => {
    const replay = replayOf([], { onMiss: 'live' })
    const reads = double()
    const writes = toolOf(() => 'sent', { effect: 'write' })

    expect((await call(reads.tool, { n: 2 }, { replay })).result).toBe(4)
    expect((await call(writes.tool, { n: 2 }, { replay })).result).toMatchObject({
      code: 'RECORDING_MISS',
    })
    expect(writes.runs).toEqual([])
  })
})

describe('a write with arguments that differ from the recording', () => {
  const sending = () => toolOf(() => 'sent', { name: 'send', effect: 'write' })
  const recorded = async () => (await call(sending().tool, { n: 1 })).exchanges
  const replayed = async (fields: Partial<Replay>) => {
    const { tool, runs } = sending()
    const again = await call(tool, { n: 2 }, { replay: replayOf(await recorded(), fields) })
    return { ...again, runs }
  }

  test('suppresses a write even at a live address', async () => {
    const { result, runs } = await replayed({ onMiss: 'live', isLive: () => true })

    expect(result).toMatchObject({ code: 'RECORDING_MISS' })
    expect(runs).toEqual([])
  })

  test.each([
    [{ type: 'recorded' }, 'sent'],
    [{ type: 'result', result: { id: 7 } }, { id: 7 }],
    [
      { type: 'error', message: 'Not now' },
      expect.objectContaining({ code: 'TOOL_ERROR', message: 'Not now' }),
    ],
  ] as const)('gets its stand-in %j and is listed as withheld', async (standIn, expected) => {
    const { result, exchanges, runs } = await replayed({ substitute: standIn })

    expect(result).toEqual(expected)
    expect(exchanges).toMatchObject([{ servedBy: 'stand-in', content: { request: { n: 2 } } }])
    expect(runs).toEqual([])
  })

  test('makes the call of a tool that the user selected', async () => {
    const { result, exchanges, runs } = await replayed({ writes: new Set(['send']) })

    expect(result).toBe('sent')
    expect(exchanges).not.toMatchObject([{ servedBy: expect.anything() }])
    expect(runs).toEqual([{ n: 2 }])
  })
})
