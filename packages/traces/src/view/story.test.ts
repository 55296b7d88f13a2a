import { type Json, ZERO_USAGE, type Span } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { makeSpan } from '../testing.ts'
import { buildTree } from '../tree.ts'
import { humanQuestion, buildStory } from './story.ts'

const root = makeSpan({ kind: 'agent', name: 'support', payloadBytes: 9 })

const plan = makeSpan({ name: 'plan', node: 'plan', parentId: root.id })

const prompt = makeSpan({ kind: 'prompt', name: 'prompt', parentId: plan.id })

const parser = makeSpan({ kind: 'parser', name: 'parser', parentId: plan.id })

const model = makeSpan({
  kind: 'model',
  name: 'chat',
  parentId: plan.id,
  usage: { ...ZERO_USAGE, input: 7 },
  cost: { total: 3, input: 3, output: 0, priceId: null },
})

const agentTool = makeSpan({ kind: 'tool', name: 'research', parentId: root.id })

const inner = makeSpan({ kind: 'model', name: 'inner', parentId: agentTool.id })

const search = makeSpan({ kind: 'tool', name: 'search', parentId: agentTool.id })

const told = (spans: readonly Span[], opened: readonly string[] = []) =>
  buildStory(buildTree(spans), new Set(opened)).map(
    (item) =>
      `${'  '.repeat(item.depth)}${item.type} ${item.type === 'folded' ? item.count : item.span.name}`,
  )

describe('the story of a trace', () => {
  test('shows input, calls and output in order, and collapses framework steps', () => {
    const spans = [root, plan, prompt, parser, model]

    expect(told(spans)).toEqual(['input support', 'folded 2', 'call chat', 'output support'])
  })

  test('starts with the first model’s input if the root has no input', () => {
    const bare = { ...root, payloadBytes: 0 }
    const again = makeSpan({ kind: 'model', name: 'again', parentId: root.id })

    expect(told([bare, { ...model, parentId: root.id }, again])).toEqual([
      'input chat',
      'call chat',
      'call again',
    ])
    expect(told([bare])).toEqual(['input support', 'output support'])
  })

  test('shows collapsed steps when opened', () => {
    expect(told([root, plan, prompt, parser, model], [`${prompt.id}/folded`])).toEqual([
      'input support',
      'folded 2',
      'step prompt',
      'step parser',
      'call chat',
      'output support',
    ])
  })

  test('shows a sub-agent as one card that opens in place', () => {
    const spans = [root, agentTool, inner, search]

    expect(told(spans)).toEqual(['input support', 'card research', 'output support'])
    expect(told(spans, [agentTool.id])).toEqual([
      'input support',
      'card research',
      '  call inner',
      '  call search',
      'output support',
    ])
  })

  test('counts the spans inside a card', () => {
    const helper = makeSpan({ kind: 'agent', name: 'helper', parentId: root.id })
    const usage = { ...ZERO_USAGE, input: 2 }
    const priceless = makeSpan({ kind: 'model', parentId: plan.id, usage })
    const spans = [root, helper, { ...plan, parentId: helper.id }, model, priceless]

    const card = buildStory(buildTree(spans), new Set()).find(({ type }) => type === 'card')

    expect(card).toMatchObject({
      counts: { spans: 3, models: 2, tools: 0, cost: null, pricedCost: 3, unpriced: 1 },
    })
  })

  test('shows the origin of a failure once', () => {
    const failed = { ...plan, status: 'error' as const }
    const cause = makeSpan({ name: 'code', parentId: plan.id, status: 'error' })

    expect(told([{ ...root, status: 'error' }, failed, cause])).toEqual([
      'input support',
      'step code',
      'output support',
    ])
  })
})

const waits = (message: string) =>
  humanQuestion({ status: 'interrupted', error: { code: 'INTERNAL', message, retryable: false } })

test.each<[string, Json]>([
  ['[{"id":"i","value":"Send?"}]', 'Send?'],
  ['[{"value":1},{"value":{"b":2}}]', [1, { b: 2 }]],
  ['[{"id":"i"}]', '[{"id":"i"}]'],
  ["(Interrupt(value='Send?', id='i'),)", "(Interrupt(value='Send?', id='i'),)"],
])('%s asks %j', (message, asked) => {
  expect(waits(message)).toEqual(asked)
})

test('a failed span asks nothing', () => {
  const error = { code: 'INTERNAL', message: '[{"value":1}]', retryable: false } as const
  expect(humanQuestion({ status: 'error', error })).toBeUndefined()
  expect(humanQuestion({ status: 'interrupted', error: null })).toBeUndefined()
})
