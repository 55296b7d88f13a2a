import type { Connection, SimilarityEvaluator } from '@lathe/contract'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { renderComparison } from '../render-comparison.tsx'
import { makeDetail, makePlan } from '../testing.ts'
import { SimilarityFields } from './similarity-fields.tsx'

const connectionOf = (name: string, isBuiltIn: boolean): Connection => ({
  id: `00000000-0000-7000-8000-00000000000${name.length}`,
  name,
  kind: 'openai-compatible',
  apiVersion: null,
  baseUrl: 'http://models.example/v1',
  defaultHeaders: {},
  timeoutMs: null,
  maxRetries: null,
  concurrency: null,
  requestsPerMinute: null,
  tokensPerMinute: null,
  allowPrivate: false,
  keyHint: null,
  isBuiltIn,
  createdAt: 0,
  updatedAt: 0,
})

let stopServing = () => {}
beforeEach(() => {
  const connections = [connectionOf('demo', true), connectionOf('other', true)]
  stopServing = serveFake({
    models: {
      connections: fake.models.connections.handler(() => connections),
      list: fake.models.list.handler(() => []),
    },
  })
})
afterEach(() => stopServing())

function Fields() {
  const [value, onChange] = useState<SimilarityEvaluator>({ kind: 'similarity' })
  return (
    <>
      <SimilarityFields value={value} onChange={onChange} />
      <output>{JSON.stringify(value.embedding)}</output>
    </>
  )
}

test('selects no embedding model by default and allows choosing the connection first', async () => {
  renderComparison(makeDetail({ plan: makePlan() }), <Fields />)
  const connection = await screen.findByLabelText('Connection', { selector: 'input' })
  const model = screen.getByLabelText('Embedding model', { selector: 'input' })

  fireEvent.click(connection)
  fireEvent.click(await screen.findByText('other'))
  expect(connection).toHaveValue('other')
  expect(model).toHaveValue('')
  fireEvent.change(model, { target: { value: 'small' } })

  expect(screen.getByRole('status')).toHaveTextContent('{"connection":"other","model":"small"}')
})
