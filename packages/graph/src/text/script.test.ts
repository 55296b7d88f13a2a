import { describe, expect, test } from 'vitest'
import { parseScript } from './script.ts'

const names = (source: string, kind: 'expression' | 'code' = 'expression') =>
  parseScript(source, kind).reads.map((read) => read.name)

describe('parseScript returns', () => {
  test.each([
    ['topic', ['topic']],
    ['notes.map((topic) => topic.name)', ['notes']],
    ['notes.map((note) => note + topic)', ['notes', 'topic']],
    ['{ topic, b: draft }', ['topic', 'draft']],
    ['state.topic + state["draft"]', ['topic', 'draft']],
    ['((state) => state.hidden)(topic)', ['topic']],
    ['a?.b ?? c', ['a', 'c']],
    ['`${topic} by ${author.name}`', ['topic', 'author']],
  ])('%s', (source, expected) => {
    expect(names(source)).toEqual(expected)
  })

  test('reads of code with local variables, functions and blocks', () => {
    const source = `
      const { topic, draft: text } = state
      function shout(notes) { return notes.toUpperCase() }
      for (const note of notes) { if (note) return { count: shout(text) } }
      try { x() } catch (error) { return { count: error } }`

    expect(names(source, 'code')).toEqual(['topic', 'draft', 'notes', 'x'])
  })

  test('whether the whole state is read', () => {
    expect(parseScript('Object.keys(state)', 'expression').readsAll).toBe(true)
    expect(parseScript('state[key]', 'expression').readsAll).toBe(true)
    expect(parseScript('const { a, ...rest } = state; return rest', 'code').readsAll).toBe(true)
    expect(parseScript('state.a.b', 'expression').readsAll).toBe(false)
  })
})

test.each([
  ['topic', ['topic']],
  ['a.b["c"][0]', ['a', 'b', 'c', '0']],
  ['a.b()', null],
  ['a?.b', null],
  ['a[b]', null],
  ['a + b', null],
])('the path of %s: %j', (source, path) => {
  expect(parseScript(source, 'expression').path).toEqual(path)
})

test('keys of returned objects, also of several returns', () => {
  const keys = (source: string) => parseScript(source, 'code').returns?.map(({ name }) => name)

  expect(keys('if (a) return { b }\nreturn { "c": 1 }')).toEqual(['b', 'c'])
  expect(keys('const f = () => { return { x: 1 } }\nreturn { y: f() }')).toEqual(['y'])
  expect(keys('return result')).toBeUndefined()
})

test.each([
  ['expression', 'a +', 'Unexpected token', 1, 4],
  ['expression', '', 'Enter an expression', 1, 1],
  ['expression', 'a; b', 'Unexpected token', 1, 2],
  ['expression', 'await a', 'Unexpected token', 1, 7],
  ['code', 'let a = 1\nlet a = 2', "Identifier 'a' has already been declared", 2, 5],
  ['code', 'with (a) {}', "'with' in strict mode", 1, 1],
  [
    'code',
    'import fs from "fs"',
    "'import' and 'export' may appear only with 'sourceType: module'",
    1,
    1,
  ],
] as const)(
  'parseScript reports a syntax error in %s %j with line and column',
  (kind, source, message, line, column) => {
    expect(parseScript(source, kind).problem).toEqual({ message, line, column })
  },
)

test('parseScript accepts a function body as an expression, and an expression as code', () => {
  expect(parseScript('const n = a; return n > 1', 'expression').problem).toBeNull()
  expect(parseScript('await state.a', 'code').problem).toBeNull()
})
