import { describe, expect, test } from 'vitest'
import { environment } from '../testing/environment.ts'
import { graph, set } from '../testing/documents.ts'
import { checkDocument } from './check.ts'
import { PROBLEM_CODES, severity } from './codes.ts'
import { call, callCases } from './call.cases.ts'
import { code, copied, ask, line, model, singleNode, rules, state } from './cases.ts'
import type { Parts } from './cases.ts'
import { contentCases } from './content.cases.ts'
import { stateCases } from './state.cases.ts'
import { structureCases } from './structure.cases.ts'
import { warningCases } from './warning.cases.ts'

const cases = [...structureCases, ...stateCases, ...contentCases, ...callCases, ...warningCases]

test.each(cases)('%s: %s', (code, _, place, parts) => {
  const problems = checkDocument(graph(parts), environment)

  expect(problems).toContainEqual(
    expect.objectContaining({
      code,
      severity: severity(code),
      location: expect.objectContaining(place),
    }),
  )
})

test('every problem code has a document that raises it', () => {
  expect(new Set(cases.map(([code]) => code))).toEqual(new Set(PROBLEM_CODES))
})

describe('checkDocument finds no problem in', () => {
  const sound: [string, Parts][] = [
    ['a line', singleNode(set({ draft: 'About {{topic}}' }))],
    [
      'names inside a section over a list',
      singleNode(set({ draft: '{{#notes}}{{title}} of {{topic}}{{/notes}}' })),
    ],
    ['the elements of a list', singleNode(set({ draft: '{{#notes}}{{.}}{{/notes}}' }))],
    [
      'variables of a function',
      singleNode(set({ draft: '= notes.map((topik) => topik.name).join(Math.PI)' })),
    ],
    ['an element of a fan-out', copied(set({ notes: '= [note, topic]' }))],
    ['a question in a fan-out with a key', copied(ask({ key: 'note' }))],
    [
      'the error after an error edge',
      {
        state,
        nodes: { a: set({}), b: set({ draft: '{{error.message}}' }) },
        edges: [...line, 'a.error > b', 'b > end'],
      },
    ],
    [
      'what a loop writes later',
      {
        state,
        nodes: { a: set({ topic: '{{draft}}' }), b: set({ draft: 'x' }), c: rules('count > 1') },
        edges: ['start > a', 'a > b', 'b > c', 'c.p0 > a', 'c.else > end'],
      },
    ],
    [
      'writers one after the other',
      {
        state,
        nodes: { a: set({ draft: '1' }), b: set({ draft: '2' }) },
        edges: ['start > a', 'a > b', 'b > end'],
      },
    ],
    [
      'writers on two ways of a branch',
      {
        state,
        nodes: { a: rules('true'), b: set({ draft: '2' }), c: set({ draft: '3' }) },
        edges: ['start > a', 'a.p0 > b', 'a.else > c', 'b > end', 'c > end'],
      },
    ],
    [
      'parallel writers that are joined',
      {
        state,
        nodes: { a: set({ notes: '1' }), b: set({ notes: '2' }) },
        edges: [...line, 'start > b', 'b > end'],
      },
    ],
    [
      'a writer that waits for its parallel ones',
      {
        state,
        nodes: {
          a: set({ draft: '1' }),
          b: set({ count: 1 }),
          c: { ...set({ draft: '2' }), defer: true },
        },
        edges: [...line, 'start > b', 'b > c', 'c > end'],
      },
    ],
    [
      'code that keeps its keys to itself',
      singleNode(code('const result = {}\nresult.draft = state.topic\nreturn result', ['draft'])),
    ],
    [
      'a whole answer',
      singleNode(model({ answer: { schema: { type: 'string' }, writes: { draft: '' } } })),
    ],
    ['a call of another agent', singleNode(call({ version: 1 }))],
    [
      'a call whose agent is still being looked up',
      singleNode(call({ agent: 'later', input: {} })),
    ],
    ['a registry prompt', singleNode(model({ prompt: { name: 'greeting', version: 2 } }))],
    [
      'a word that only looks like a key',
      singleNode(set({ draft: 'The task-oriented-risk-assessment-of-things is done' })),
    ],
  ]

  test.each(sound)('%s', (_, parts) => {
    const problems = checkDocument(graph(parts), environment)

    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  })
})

test('an agent may call an older version of itself, but not its draft', () => {
  const codes = (version?: number) => {
    const node = call(version === undefined ? {} : { version })
    const known = { ...environment, self: 'assistant' }
    return checkDocument(graph(singleNode(node, { output: ['draft'] })), known).map(
      ({ code }) => code,
    )
  }

  expect(codes()).toEqual(['CALL_CIRCLE'])
  expect(codes(1)).toEqual([])
})

test('a recursive call is reported with its path', () => {
  const [problem] = checkDocument(graph(singleNode(call({ agent: 'ring' }))), environment)

  expect(problem?.message).toBe('This agent calls itself: `ring` → `ring`')
})

test('a syntax error in code is reported with line and column', () => {
  const [problem] = checkDocument(graph(singleNode(code('const a = 1\nconst = 2'))), environment)

  expect(problem?.message).toBe('Unexpected token (line 2, column 7)')
})

test('a misspelled name gets a suggestion', () => {
  const [problem] = checkDocument(graph(singleNode(set({ draft: '{{topc}}' }))), environment)

  expect(problem?.message).toBe('There is no channel `topc`; did you mean `topic`?')
})

test('checkDocument finds no problem in a thousand valid nodes', () => {
  const ids = Array.from({ length: 1_000 }, (_, index) => `n${index}`)
  const large = graph({
    state,
    output: ['draft', 'count'],
    nodes: Object.fromEntries(
      ids.map((id) => [id, set({ draft: '{{topic}}', count: '= count + topic.length * 2' })]),
    ),
    edges: ['start > n0', ...ids.slice(1).map((id, index) => `n${index} > ${id}`), 'n999 > end'],
  })

  expect(checkDocument(large, environment)).toEqual([])
})
