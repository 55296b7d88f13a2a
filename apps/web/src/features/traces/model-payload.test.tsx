import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInApp } from '../../testing/render.tsx'
import { ModelPayload } from './model-payload.tsx'
import { span } from './testing.ts'

const call = { ...span({ kind: 'model' }), metadata: {}, events: [] }

test('a model that answered nothing is said to have, not to have answered null', () => {
  renderInApp(<ModelPayload span={{ ...call, inputs: { q: 'look' }, outputs: null }} />)

  expect(screen.getByText('It came without an answer.')).toBeVisible()
  expect(screen.queryByText('null')).not.toBeInTheDocument()
})
