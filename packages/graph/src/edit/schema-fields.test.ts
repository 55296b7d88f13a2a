import { expect, test } from 'vitest'
import { followFields } from './schema-fields.ts'

const schema = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
})
const writes = { tone: 'decision', note: 'values.comment', deep: 'values.comment.first' }

test('a renamed field is still taken, and so is what is in it', () => {
  const followed = followFields(writes, schema('a', 'comment'), schema('a', 'remark'), 'values')

  expect(followed).toEqual({ tone: 'decision', note: 'values.remark', deep: 'values.remark.first' })
})

test('a field of the answer itself has no path before it', () => {
  expect(followFields({ x: 'a', y: 'ab' }, schema('a'), schema('b'))).toEqual({ x: 'b', y: 'ab' })
})

test.each([
  ['one more', ['comment'], ['comment', 'remark']],
  ['one less', ['comment', 'a'], ['a']],
  ['another order', ['comment', 'a'], ['a', 'comment']],
  ['two at once', ['comment', 'a'], ['remark', 'b']],
])('%s renames nothing', (_, before, after) => {
  expect(followFields(writes, schema(...before), schema(...after), 'values')).toEqual(writes)
})
