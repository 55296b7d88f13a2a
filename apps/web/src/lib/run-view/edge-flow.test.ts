import type { RunEventBody } from '@lathe/contract'
import { expect, test } from 'vitest'
import { body, numberEvents, uuid } from '../../testing/event-factory.ts'
import { reduceRun } from './reduce-run.ts'
import { emptyRunView } from './run-view.ts'
import { edgeFlow } from './edge-flow.ts'

const view = (...bodies: RunEventBody[]) => reduceRun(emptyRunView, numberEvents(bodies))

const ran = (node: string, superstep: number): RunEventBody[] => {
  const spanId = uuid(superstep)
  return [body.start(node, { superstep, spanId }), body.end(node, { superstep, spanId })]
}

test('marks an edge live while its target runs and taken afterwards', () => {
  const live = view(...ran('plan', 4), body.start('write', { superstep: 5 }))

  expect(edgeFlow(live, 'start', 'plan')).toBe('taken')
  expect(edgeFlow(live, 'plan', 'write')).toBe('live')
  expect(edgeFlow(view(...ran('plan', 4), ...ran('write', 5)), 'plan', 'write')).toBe('taken')
})

test('marks a loop edge taken only once the loop repeats', () => {
  const once = view(...ran('write', 1), ...ran('judge', 2))
  const twice = view(...ran('write', 1), ...ran('judge', 2), ...ran('write', 3))

  expect(edgeFlow(once, 'judge', 'write')).toBeUndefined()
  expect(edgeFlow(twice, 'judge', 'write')).toBe('taken')
})

test('marks the edge to END taken after the last step of a successful run', () => {
  const bodies = [...ran('write', 1), ...ran('judge', 2)]

  expect(edgeFlow(view(...bodies), 'judge', 'end')).toBeUndefined()
  expect(edgeFlow(view(...bodies, body.status('success')), 'judge', 'end')).toBe('taken')
  expect(edgeFlow(view(...bodies, body.status('success')), 'write', 'end')).toBeUndefined()
})

test('marks no edge taken to a node that has not run', () => {
  expect(edgeFlow(emptyRunView, 'start', 'plan')).toBeUndefined()
})
