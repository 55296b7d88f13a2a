import { expect, test } from 'vitest'
import { ListParams, readListParams, writeListParams } from './list-params.ts'

test('a trace knows the list it was opened from, without its peek', () => {
  const params = ListParams.parse({
    status: 'error,running',
    filter: 'model:gpt* "a & b" 50%',
    range: '24h',
    from: '12',
    columns: 'title,cost',
    peek: 'an id',
  })

  const { peek: _, ...kept } = params
  expect(readListParams(writeListParams(params))).toEqual(kept)
})

test('of the whole list nothing is written, and nonsense is the whole list', () => {
  expect(writeListParams(ListParams.parse({ peek: 'an id' }))).toBeUndefined()
  expect(readListParams(undefined)).toEqual({})
  expect(readListParams('status=gone&range=7&x=1')).toEqual({})
})
