import type { GraphDocument } from '@lathe/contract'
import { emptyDocument } from '@lathe/graph'
import { expect, test } from 'vitest'
import { uuid } from '../../../testing/event-factory.ts'
import { findDraftProblem, type ReplayDraft, toStart } from './draft.ts'

const set = (value: string) => ({ kind: 'set' as const, values: { topic: { value } } })
const graph: GraphDocument = { ...emptyDocument(), nodes: { a: set('x'), b: set('y') } }
const draft = (overrides: Partial<ReplayDraft>): ReplayDraft => ({
  mode: 'exact',
  nodes: ['a'],
  superstep: 2,
  version: 3,
  onMiss: 'live',
  writes: ['send'],
  standIn: { type: 'recorded' },
  edits: {},
  results: {},
  speed: 0,
  ...overrides,
})
const toRequest = (overrides: Partial<ReplayDraft>) => toStart(uuid(1), draft(overrides), graph)

test('exact mode sends no live calls, writes or edits', () => {
  expect(toRequest({ mode: 'exact', edits: { a: set('other') } })).toEqual({
    traceId: uuid(1),
    mode: 'exact',
    onMiss: 'fail',
    writes: [],
    standIn: { type: 'recorded' },
    speed: 0,
  })
})

test('sends edits of live nodes only', () => {
  const edits = { a: set('other'), b: set('other') }

  expect(toRequest({ mode: 'only-live', edits })).toMatchObject({
    nodes: ['a'],
    graph: { nodes: { a: set('other'), b: set('y') } },
  })
  expect(toRequest({ mode: 'only-live', edits: { b: set('other') } })).not.toHaveProperty('graph')
})

test('sends only the fields of the mode', () => {
  expect(toRequest({ mode: 'until' })).toMatchObject({ superstep: 2, writes: ['send'] })
  expect(toRequest({ mode: 'until' })).not.toHaveProperty('nodes')
  expect(toRequest({ mode: 'version' })).toMatchObject({ version: 3, onMiss: 'live' })
})

test('requires a node for selected nodes live', () => {
  expect(findDraftProblem(draft({ mode: 'only-live', nodes: [] }))).toMatch(/at least one node/)
  expect(findDraftProblem(draft({ mode: 'exact', nodes: [] }))).toBeUndefined()
})
