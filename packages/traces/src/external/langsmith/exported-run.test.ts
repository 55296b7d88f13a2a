import { expect, test } from 'vitest'
import { readExportedRun } from './exported-run.ts'

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

test('a model’s tokens and cost are its own', () => {
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
])('the details of its tokens may be %s', (_what, usage, write: (details: object) => string) => {
  const told = {
    prompt_token_details: write(run.prompt_token_details),
    completion_token_details: write(run.completion_token_details),
  }

  expect(readExportedRun({ ...run, run_type: 'llm', ...told })).toMatchObject({
    part: { usage: { input: 7, output: 3, ...usage } },
  })
})

test('those of a chain are its models’ and not counted again', () => {
  const reading = readExportedRun({ ...run, run_type: 'chain' })

  expect(reading).toHaveProperty('part.kind', 'chain')
  expect(reading).not.toHaveProperty('part.usage')
  expect(reading).not.toHaveProperty('part.cost')
})

test('what cannot be placed is named', () => {
  expect(readExportedRun({ ...run, parent_run_id: 'nobody' })).toEqual({
    issue: { field: 'parent_run_id', message: 'is not a UUID' },
  })
})
