import { expect, test } from 'vitest'
import { followFields } from './schema-fields.ts'

const schema = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
})
const writes = { tone: 'decision', note: 'values.comment', deep: 'values.comment.first' }

test('followFields keeps writes of a renamed field and of its members', () => {
  const followed = followFields(writes, schema('a', 'comment'), schema('a', 'remark'), 'values')

  expect(followed).toEqual({ tone: 'decision', note: 'values.remark', deep: 'values.remark.first' })
})

test('followFields supports fields at the root of the answer', () => {
  expect(followFields({ x: 'a', y: 'ab' }, schema('a'), schema('b'))).toEqual({ x: 'b', y: 'ab' })
})

test.each([
  ['one more', ['comment'], ['comment', 'remark']],
  ['one less', ['comment', 'a'], ['a']],
  ['another order', ['comment', 'a'], ['a', 'comment']],
  ['two at once', ['comment', 'a'], ['remark', 'b']],
])('followFields renames nothing for %s', (_, before, after) => {
  expect(followFields(writes, schema(...before), schema(...after), 'values')).toEqual(writes)
})
