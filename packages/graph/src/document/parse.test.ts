import { expect, test } from 'vitest'
import { parseDocument } from './parse.ts'

const base = { format: 1, state: {}, input: [], output: [], nodes: {}, edges: [] }
const node = (fields: object) => ({ ...base, nodes: { a: fields } })

test.each([
  [null, '', 'expected object, received null'],
  [{ ...base, extra: 1 }, 'extra', 'Unknown key'],
  [{ ...base, format: 2 }, 'format', 'expected 1'],
  [node({ kind: 'magic' }), 'nodes.a.kind', 'Expected'],
  [
    { ...base, nodes: { '2nd': { kind: 'set', values: {} } } },
    'nodes.2nd',
    'a letter, then letters',
  ],
  [
    node({ kind: 'set', values: { x: { template: 3 } } }),
    'nodes.a.values.x.template',
    'expected string',
  ],
  [
    node({ kind: 'set', values: { x: { value: 1, more: 2 } } }),
    'nodes.a.values.x.more',
    'Unknown key',
  ],
  [
    JSON.parse(`${JSON.stringify(base).slice(0, -1)}, "state": {"__proto__": {"type": "string"}}}`),
    'state.__proto__',
    'cannot be a name',
  ],
  [{ ...base, edges: [{ from: 'a', to: 'b', max: 0 }] }, 'edges.0.max', 'Too small'],
])('parseDocument rejects %j at %j', (input, path, message) => {
  const result = parseDocument(input)

  expect(result).toEqual({
    ok: false,
    issues: [{ path, message: expect.stringContaining(message) }],
  })
})

test('parseDocument fills in defaults', () => {
  expect(parseDocument(base)).toEqual({ ok: true, document: { ...base, layout: {}, notes: [] } })
})
