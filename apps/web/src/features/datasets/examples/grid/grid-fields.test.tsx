import type { JsonObject } from '@lathe/contract'
import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { exampleOf } from '../../../../testing/example-factory.ts'
import { useGridFields } from './grid-fields.ts'

const withInputs = (...all: JsonObject[]) => all.map((inputs) => exampleOf({ inputs }))

test('columns stay in their order and where they are, whatever becomes of their cells', () => {
  const { result, rerender } = renderHook(({ examples }) => useGridFields(examples), {
    initialProps: { examples: withInputs({ question: 'Why?', depth: 1 }, { depth: 2 }) },
  })
  const labels = () => result.current.map(({ label }) => label)
  expect(labels()).toEqual(['question', 'depth', 'Reference', 'Splits'])

  rerender({ examples: withInputs({ depth: 1 }, { depth: 2 }) })
  expect(labels()).toEqual(['question', 'depth', 'Reference', 'Splits'])
})

test('what is empty is JSON where all others of its column are', () => {
  const examples = withInputs({ question: 'Why?', depth: 1 }, {})
  const { result } = renderHook(() => useGridFields(examples))
  const kinds = result.current.map((field) => field.kindOf(exampleOf({ inputs: {} })))

  expect(kinds).toEqual(['text', 'json', 'either', 'text'])
})

test('where there is no example yet, the first has a question, until one says what it has', () => {
  const { result, rerender } = renderHook(({ examples }) => useGridFields(examples), {
    initialProps: { examples: withInputs() },
  })
  const labels = () => result.current.map(({ label }) => label)
  expect(labels()).toEqual(['question', 'Reference', 'Splits'])

  rerender({ examples: withInputs({ country: 'Peru' }) })
  expect(labels()).toEqual(['country', 'Reference', 'Splits'])
})
