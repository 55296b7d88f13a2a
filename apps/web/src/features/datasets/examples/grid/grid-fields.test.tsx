import type { JsonObject } from '@lathe/contract'
import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeExample } from '../../../../testing/example-factory.ts'
import { uuid } from '../../../../testing/event-factory.ts'
import { useGridFields } from './grid-fields.ts'

const withInputs = (...all: JsonObject[]) => all.map((inputs) => makeExample({ inputs }))
type Props = { examples: ReturnType<typeof withInputs>; columns?: string[] }

const renderGrid = (initialProps: Props) => {
  const { result, rerender } = renderHook(
    ({ examples, columns }: Props) => useGridFields(uuid(1), examples, columns),
    { initialProps },
  )
  const labels = () => result.current.fields.map(({ label }) => label)
  return { result, rerender, labels }
}

test('columns keep their order and place when cells change', () => {
  const { labels, rerender } = renderGrid({
    examples: withInputs({ question: 'Why?', depth: 1 }, { depth: 2 }),
  })
  expect(labels()).toEqual(['question', 'depth', 'Reference', 'Splits'])

  rerender({ examples: withInputs({ depth: 1 }, { depth: 2 }) })
  expect(labels()).toEqual(['question', 'depth', 'Reference', 'Splits'])
})

test('an empty cell is JSON if the rest of its column is JSON', () => {
  const { result } = renderGrid({ examples: withInputs({ question: 'Why?', depth: 1 }, {}) })
  const kinds = result.current.fields.map((field) => field.textKind(makeExample({ inputs: {} })))

  expect(kinds).toEqual(['text', 'json', 'either', 'text'])
})

test('the first example gets a question column until it defines its own inputs', () => {
  const { labels, rerender } = renderGrid({ examples: withInputs() })
  expect(labels()).toEqual(['question', 'Reference', 'Splits'])

  rerender({ examples: withInputs({ country: 'Peru' }) })
  expect(labels()).toEqual(['country', 'Reference', 'Splits'])
})

test('a dataset with many inputs shows the selected columns under any name', () => {
  const examples = withInputs({ a: 1, b: 2, c: 3, d: 4, e: 5, 'f, 100 %2C': 6 })
  const { result, labels, rerender } = renderGrid({ examples })
  expect(labels()).toEqual(['a', 'b', 'c', 'd', 'Reference', 'Splits'])
  const { columns } = result.current
  expect(columns.map(({ title }) => title)).toEqual([
    'a',
    'b',
    'c',
    'd',
    'e',
    'f, 100 %2C',
    'Reference',
    'Splits',
    'Metadata',
  ])

  const selected = columns.slice(5).map(({ id }) => id)
  expect(selected.join()).toBe('inputs.f%2C 100 %252C,reference,splits,metadata')
  rerender({ examples, columns: [...selected.toReversed(), 'inputs.gone', 'nonsense'] })
  expect(labels()).toEqual(['f, 100 %2C', 'gone', 'Reference', 'Splits', 'Metadata'])
  rerender({ examples, columns: ['nonsense'] })
  expect(labels()).toEqual(['a', 'b', 'c', 'd', 'Reference', 'Splits'])
})
