import { type JsonObject, ZERO_USAGE } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { mergeParts } from '../span-part.ts'
import { readExportedRun, readRun } from './run-part.ts'

const id = '0190b8f0-0000-7000-8000-000000000001'

function partOf(run: JsonObject) {
  const reading = readRun({ id, trace_id: id, run_type: 'chain', ...run })
  if ('issue' in reading) throw new Error(reading.issue.message)
  return reading.part
}

const question = "Interrupt(value='Send it?', id='3121')"

describe('an interrupted node is not reported as failed', () => {
  test.each<[string, JsonObject]>([
    ['by its mark', { error: 'x', extra: { metadata: { ls_is_error_interrupt: true } } }],
    [
      'by the name JavaScript gives it',
      { error: '[]\n\nGraphInterrupt: []\n    at interrupt (a.ts:1)' },
    ],
    [
      'by the name Python gives it',
      { error: `GraphInterrupt((${question},))Traceback (most recent` },
    ],
    ['by what its graph gave', { outputs: { __interrupt__: [{ value: 'Send it?' }] } }],
  ])('%s', (_how, run) => {
    expect(partOf(run).isInterrupt).toBe(true)
  })

  test('a failed node is reported as failed', () => {
    expect(partOf({ error: 'Error: GraphInterrupt was expected' })).not.toHaveProperty(
      'isInterrupt',
    )
  })
})

test('a nested graph is an agent even if its last update lacks the type', () => {
  const serialized = {
    lc: 1,
    type: 'not_implemented',
    id: ['langgraph', 'pregel', 'CompiledStateGraph'],
  }
  const inside = { extra: { metadata: { langgraph_node: 'research' } } }

  const began = partOf({ ...inside, serialized })

  expect(began.kind).toBe('agent')
  expect(mergeParts(began, partOf({ ...inside, end_time: 1 })).kind).toBe('agent')
  expect(partOf(inside).kind).toBe('chain')
})

describe('token counts of a model call', () => {
  const anthropic = { input_tokens: 3, output_tokens: 8, cache_creation_input_tokens: 40 }
  const hour = { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 40 }
  const counts = { input: 43, output: 8, cachedWrite: 40 }
  const generated = (kwargs: JsonObject): JsonObject => ({
    generations: [[{ text: 'Hi', message: { lc: 1, type: 'constructor', kwargs } }]],
  })

  test.each<[string, JsonObject, object]>([
    ['llmOutput.usage', { ...generated({}), llmOutput: { usage: anthropic } }, counts],
    ['llm_output.usage', { ...generated({}), llm_output: { usage: anthropic } }, counts],
    [
      'response_metadata.usage',
      generated({ response_metadata: { usage: { ...anthropic, cache_creation: hour } } }),
      { ...counts, cachedWrite1h: 40 },
    ],
    [
      'usage_metadata, with the lifetimes of response_metadata.usage',
      generated({
        usage_metadata: {
          input_tokens: 43,
          output_tokens: 8,
          total_tokens: 51,
          input_token_details: { cache_creation: 40, cache_read: 0 },
        },
        response_metadata: { usage: { cache_creation: hour } },
      }),
      { ...counts, cachedWrite1h: 40 },
    ],
  ])('token counts come from %s', (_, outputs, expected) => {
    const { usage } = partOf({ run_type: 'llm', outputs })

    expect(usage).toEqual({ ...ZERO_USAGE, ...expected })
  })
})

test.each<[string, JsonObject, string | undefined]>([
  ['its metadata', { extra: { metadata: { environment: 'staging' } } }, 'staging'],
  ['an experiment', { reference_example_id: id }, 'comparison'],
  ['nothing', {}, undefined],
])('the environment of a run comes from %s', (_, run, expected) => {
  expect(partOf(run).environment).toBe(expected)
})

const run = {
  id: '0190b8f0-0000-7000-8000-000000000001',
  trace_id: '0190b8f0-0000-7000-8000-000000000001',
  parent_run_id: null,
  start_time: '2026-11-20T16:14:14.851001',
  first_token_time: '2026-11-20T16:14:15.000000',
  prompt_tokens: 7,
  completion_tokens: 3,
  prompt_token_details: { cache_read: 2, audio: 4 },
  completion_token_details: { audio: 1 },
  total_cost: '0.002',
}

test('a model call has its own tokens and cost', () => {
  expect(readExportedRun({ ...run, run_type: 'llm' })).toMatchObject({
    part: {
      kind: 'model',
      usage: { input: 7, output: 3, cachedRead: 2, audioInput: 4, audioOutput: 1 },
      cost: { total: 2_000_000 },
      firstTokenAt: Date.UTC(2026, 10, 20, 16, 14, 15) * 1_000,
      isRoot: true,
    },
  })
})

test.each([
  ['texts', { cachedRead: 2, audioInput: 4, audioOutput: 1 }, JSON.stringify],
  ['texts that say nothing', { cachedRead: 0, audioInput: 0 }, () => 'odd'],
])('token details may be %s', (_what, usage, write: (details: object) => string) => {
  const told = {
    prompt_token_details: write(run.prompt_token_details),
    completion_token_details: write(run.completion_token_details),
  }

  expect(readExportedRun({ ...run, run_type: 'llm', ...told })).toMatchObject({
    part: { usage: { input: 7, output: 3, ...usage } },
  })
})

test('a chain’s token counts are not counted again', () => {
  const reading = readExportedRun({ ...run, run_type: 'chain' })

  expect(reading).toHaveProperty('part.kind', 'chain')
  expect(reading).not.toHaveProperty('part.usage')
  expect(reading).not.toHaveProperty('part.cost')
})

test('names the field of a run that cannot be placed', () => {
  expect(readExportedRun({ ...run, parent_run_id: 'nobody' })).toEqual({
    issue: { field: 'parent_run_id', message: 'is not a UUID' },
  })
})
