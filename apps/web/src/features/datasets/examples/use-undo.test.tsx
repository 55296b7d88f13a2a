import { act, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, expect, test } from 'vitest'
import { uuid } from '../../../testing/event-factory.ts'
import { makeExample } from '../../../testing/example-factory.ts'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { runInOrder, useSteps } from './steps.ts'
import { type Edit, useChange } from './use-change.ts'
import { useUndo } from './use-undo.ts'

let stop = () => {}
afterEach(() => {
  stop()
  useSteps.setState({ undoable: [], redoable: [], versionsById: {} })
})

type UndoControls = {
  edit: (edit: Edit, groupId?: string) => Promise<void>
  undo: (() => void) | undefined
  redo: (() => void) | undefined
}
let controls: UndoControls
const storeControls = (next: UndoControls) => {
  controls = next
}

function Steps() {
  const { edit } = useChange(uuid(1))
  const { undo, redo } = useUndo(uuid(1))
  useEffect(() =>
    storeControls({ edit: (item, groupId) => edit([item], () => undefined, groupId), undo, redo }),
  )
  return <p>{`${undo ? 'undo' : 'none'} ${redo ? 'redo' : 'none'}`}</p>
}

const example = makeExample()
const as = (reference: string, version: number) => ({ ...example, reference, version })

/** A server that records its requests, starting at version 2. */
function serveChanges(isRejected: (count: number) => boolean = () => false) {
  const requests: unknown[] = []
  const change = fake.datasets.change.handler(({ input: { put }, errors }) => {
    requests.push(put.map(({ reference, base }) => [reference, base]))
    if (isRejected(requests.length))
      throw errors.CONFLICT({ data: { version: 9, examples: [example.id], removed: [] } })
    const counts = { added: 0, changed: 1, removed: 0, unchanged: 0 }
    return { version: 1 + requests.length, ...counts, ids: put.map(({ id = '' }) => id) }
  })
  stop = serveFake({ datasets: { change } })
  return requests
}

test('undo steps run one after another, however fast they are requested', async () => {
  const requests = serveChanges()
  renderInApp(<Steps />)

  await act(() => controls.edit({ before: as('a', 1), after: as('b', 1) }))
  await act(() => controls.edit({ before: as('b', 2), after: as('c', 2) }))
  act(() => {
    controls.undo?.()
    controls.undo?.()
  })

  expect(await screen.findByText('none redo')).toBeVisible()
  expect(requests).toEqual([[['b', 1]], [['c', 2]], [['b', 3]], [['a', 4]]])
})

test('a save in several parts is undone and redone as one step', async () => {
  const requests = serveChanges()
  renderInApp(<Steps />)

  await act(() => controls.edit({ before: as('a', 1), after: as('b', 1) }))
  await act(() => controls.edit({ before: as('b', 2), after: as('c', 2) }, 'pasted'))
  await act(() => controls.edit({ before: as('c', 3), after: as('d', 3) }, 'pasted'))
  act(() => controls.undo?.())
  await waitFor(() => expect(requests.slice(3)).toEqual([[['c', 4]], [['b', 5]]]))
  expect(await screen.findByText('undo redo')).toBeVisible()

  act(() => controls.redo?.())
  await waitFor(() => expect(requests.slice(5)).toEqual([[['c', 6]], [['d', 7]]]))
  expect(await screen.findByText('undo none')).toBeVisible()
})

test('undo does not revert an example that someone else changed', async () => {
  const requests = serveChanges((count) => count === 2)
  renderInApp(<Steps />)

  await act(() => controls.edit({ before: as('a', 1), after: as('b', 1) }))
  act(() => controls.undo?.())

  expect(await screen.findByText('none none')).toBeVisible()
  expect(requests[1]).toEqual([['a', 2]])
})

test('undoing a save in several parts skips the part someone else changed', async () => {
  const requests = serveChanges((count) => count === 3)
  renderInApp(<Steps />)

  await act(() => controls.edit({ before: as('a', 1), after: as('b', 1) }, 'pasted'))
  await act(() => controls.edit({ before: as('b', 2), after: as('c', 2) }, 'pasted'))
  act(() => controls.undo?.())

  expect(await screen.findByText('none redo')).toBeVisible()
  expect(requests.slice(2)).toEqual([[['b', 3]], [['a', 3]]])
})

test('undo waits for a running save', async () => {
  const requests = serveChanges()
  renderInApp(<Steps />)

  await act(() => controls.edit({ before: as('a', 1), after: as('b', 1) }))
  act(() => {
    void runInOrder(() => controls.edit({ before: as('b', 2), after: as('c', 2) }))
    controls.undo?.()
  })

  await waitFor(() => expect(requests).toHaveLength(3))
  expect(requests[2]).toEqual([['b', 3]])
})
