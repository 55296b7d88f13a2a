import { expect, test } from 'vitest'
import { ListParams, readListParams, writeListParams } from './list-params.ts'

test('serializes the list params without the peek', () => {
  const params = ListParams.parse({
    status: 'error,running',
    filter: 'model:gpt* "a & b" 50%',
    range: '24h',
    from: '12',
    columns: 'title,cost',
    peek: 'an id',
  })

  const { peek: _, ...withoutPeek } = params
  expect(readListParams(writeListParams(params))).toEqual(withoutPeek)
})

test('serializes default params as undefined and ignores invalid values', () => {
  expect(writeListParams(ListParams.parse({ peek: 'an id' }))).toBeUndefined()
  expect(readListParams(undefined)).toEqual({})
  expect(readListParams('status=gone&range=7&x=1')).toEqual({})
})
