import { expect, test } from 'vitest'
import { environment } from '../testing/environment.ts'
import { graph } from '../testing/documents.ts'
import { model, rules, state } from './cases.ts'
import { checkDocument } from './check.ts'
import { calmCases } from './warning.cases.ts'

test.each(calmCases)('checkDocument raises no warning for: %s', (_, parts) => {
  expect(checkDocument(graph(parts), environment)).toEqual([])
})

test('a time limit of the connection satisfies the check for loops', () => {
  const document = graph({
    state,
    output: ['draft'],
    nodes: { a: model({ output: { text: 'draft' } }), b: rules("draft === ''") },
    edges: ['start > a', 'a > b', { from: 'b', to: 'a', when: 'p0', max: 2 }, 'b.else > end'],
  })
  const codes = (timeoutMs: number | null) =>
    checkDocument(document, { ...environment, connections: [{ name: 'demo', timeoutMs }] }).map(
      ({ code }) => code,
    )

  expect(codes(null)).toEqual(['NO_TIME_LIMIT'])
  expect(codes(30_000)).toEqual([])
})

test('every unlimited loop edge is reported, so that limiting them all ends the warnings', () => {
  const edges = ['start > a', 'a > b', 'b.p0 > a', 'b.p1 > b', 'b.else > end']
  const nodes = { a: rules(), b: rules('draft', 'topic') }
  const document = graph({ state, nodes: { ...nodes, a: { kind: 'set', values: {} } }, edges })
  const backward = checkDocument(document, environment).flatMap(({ code, location }) =>
    code === 'UNBOUNDED_LOOP' ? (location.edge ?? []) : [],
  )

  const limited = document.edges.map((edge, index) =>
    backward.includes(index) ? { ...edge, max: 1 } : edge,
  )

  expect(backward).toEqual([2, 3])
  expect(
    checkDocument({ ...document, edges: limited }, environment).map(({ code }) => code),
  ).not.toContain('UNBOUNDED_LOOP')
})
