import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { create } from 'zustand'
import { uuid } from '../../../testing/event-factory.ts'
import { makeExample } from '../../../testing/example-factory.ts'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { ExampleEditor } from './example-editor.tsx'

const example = makeExample({
  id: uuid(12),
  datasetId: uuid(11),
  reference: 'The moon',
  metadata: { from: 'a book' },
})

/** Like the list: shows the new version as soon as it exists. */
const useExample = create(() => ({ shown: example }))
const showSaved = () =>
  useExample.setState({ shown: { ...example, version: 2, reference: 'The moon and the sun' } })

function CurrentExample() {
  const { shown: example } = useExample()
  return <ExampleEditor datasetId={uuid(11)} example={example} isReadOnly={false} />
}

const typeInto = (field: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: field }), { target: { value } })

test('keeps edits made while an earlier save is running', async () => {
  const counts = { added: 0, changed: 1, removed: 0, unchanged: 0 }
  const saving = Promise.withResolvers<undefined>()
  onTestFinished(
    serveFake({
      datasets: {
        change: fake.datasets.change.handler(async () => {
          await saving.promise
          showSaved()
          return { version: 2, ...counts, ids: [example.id] }
        }),
      },
    }),
  )
  renderInApp(<CurrentExample />)

  typeInto('Reference', 'The moon and the sun')
  fireEvent.click(screen.getByRole('button', { name: /^Save/ }))
  typeInto('Reference', 'The moon, the sun and the wind')
  saving.resolve(undefined)

  await waitFor(() =>
    expect(screen.getByRole('button', { name: /^Save/ })).not.toHaveAttribute('data-loading'),
  )
  expect(screen.getByRole('textbox', { name: 'Reference' })).toHaveValue(
    'The moon, the sun and the wind',
  )
  expect(screen.queryByRole('alert')).toBeNull()
})

test('clears the fields when a draft is discarded', () => {
  renderInApp(<ExampleEditor datasetId={uuid(11)} example={example} isReadOnly={false} />)

  typeInto('Metadata', '{"from":')
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }))

  expect(screen.getByRole('textbox', { name: 'Metadata' })).toHaveValue(
    JSON.stringify(example.metadata, null, 2),
  )
})

test('an old version shows and enlarges its picture without a remove button', async () => {
  const photo = 'data:image/png;base64,AAAA'
  const savedExample = { ...example, inputs: { photo } }
  renderInApp(<ExampleEditor datasetId={uuid(11)} example={savedExample} isReadOnly />)

  expect(screen.queryByRole('button', { name: /Remove/ })).toBeNull()
  expect(screen.getByRole('textbox', { name: 'Reference' })).toBeDisabled()
  fireEvent.click(screen.getByRole('button', { name: 'Enlarge photo' }))
  expect(await screen.findByRole('dialog')).toBeVisible()
})
