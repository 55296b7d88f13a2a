import type { RunEvent } from '@lathe/contract'
import { expect, test } from 'vitest'
import { reduceRun } from './reduce-run.ts'
import { findTaskElement } from './reduce-steps.ts'
import { emptyRunView } from './run-view.ts'

test('labels the steps and messages of a fan-out copy with its element', () => {
  const starts = [
    { node: 'search', element: 'tides' },
    { node: 'search', element: 'moons' },
    { node: 'join' },
  ].map((start, index): RunEvent => {
    const [taskId, spanId] = [`task-${index}`, `span-${index}`]
    const body = { type: 'node-start' as const, taskId, superstep: 1, spanId, ...start }
    return { seq: index + 1, at: 0, body }
  })

  const view = reduceRun(emptyRunView, starts)

  const elements = view.stepOrder.map((id) => view.steps[id]?.element)
  expect(elements).toEqual(['tides', 'moons', null])
  expect(findTaskElement(view, 'task-1')).toBe('moons')
  expect(findTaskElement(view, 'task-2')).toBeNull()
})
