import { act, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, expect, test } from 'vitest'
import { uuid } from '../../../testing/event-factory.ts'
import { makeExample } from '../../../testing/example-factory.ts'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { inTurn, useSteps } from './steps.ts'
import { type Edit, useChange } from './use-change.ts'
import { useUndo } from './use-undo.ts'

let stop = () => {}
afterEach(() => {
  stop()
  useSteps.setState({ done: [], undone: [], own: {} })
})

type Here = {
  edit: (edit: Edit, together?: string) => Promise<void>
  undo: (() => void) | undefined
  redo: (() => void) | undefined
}
let here: Here
const keep = (given: Here) => {
  here = given
}

function Steps() {
  const { edit } = useChange(uuid(1))
  const { undo, redo } = useUndo(uuid(1))
  useEffect(() =>
    keep({ edit: (one, together) => edit([one], () => undefined, together), undo, redo }),
  )
  return <p>{`${undo ? 'undo' : 'none'} ${redo ? 'redo' : 'none'}`}</p>
}

const example = makeExample()
const as = (reference: string, version: number) => ({ ...example, reference, version })

/** A server that records its requests, starting at version 2. */
function serve(isRefused: (asked: number) => boolean = () => false) {
  const asked: unknown[] = []
  const change = fake.datasets.change.handler(({ input: { put }, errors }) => {
    asked.push(put.map(({ reference, base }) => [reference, base]))
    if (isRefused(asked.length))
      throw errors.CONFLICT({ data: { version: 9, examples: [example.id], removed: [] } })
    const counts = { added: 0, changed: 1, removed: 0, unchanged: 0 }
    return { version: 1 + asked.length, ...counts, ids: put.map(({ id = '' }) => id) }
  })
  stop = serveFake({ datasets: { change } })
  return asked
}

test('undo steps run one after another, however fast they are requested', async () => {
  const asked = serve()
  renderInApp(<Steps />)

  await act(() => here.edit({ before: as('a', 1), after: as('b', 1) }))
  await act(() => here.edit({ before: as('b', 2), after: as('c', 2) }))
  act(() => {
    here.undo?.()
    here.undo?.()
  })

  expect(await screen.findByText('none redo')).toBeVisible()
  expect(asked).toEqual([[['b', 1]], [['c', 2]], [['b', 3]], [['a', 4]]])
})

test('a save in several parts is undone and redone as one step', async () => {
  const asked = serve()
  renderInApp(<Steps />)

  await act(() => here.edit({ before: as('a', 1), after: as('b', 1) }))
  await act(() => here.edit({ before: as('b', 2), after: as('c', 2) }, 'pasted'))
  await act(() => here.edit({ before: as('c', 3), after: as('d', 3) }, 'pasted'))
  act(() => here.undo?.())
  await waitFor(() => expect(asked.slice(3)).toEqual([[['c', 4]], [['b', 5]]]))
  expect(await screen.findByText('undo redo')).toBeVisible()

  act(() => here.redo?.())
  await waitFor(() => expect(asked.slice(5)).toEqual([[['c', 6]], [['d', 7]]]))
  expect(await screen.findByText('undo none')).toBeVisible()
})

test('undo does not revert an example that someone else changed', async () => {
  const asked = serve((count) => count === 2)
  renderInApp(<Steps />)

  await act(() => here.edit({ before: as('a', 1), after: as('b', 1) }))
  act(() => here.undo?.())

  expect(await screen.findByText('none none')).toBeVisible()
  expect(asked[1]).toEqual([['a', 2]])
})

test('undoing a save in several parts skips the part someone else changed', async () => {
  const asked = serve((count) => count === 3)
  renderInApp(<Steps />)

  await act(() => here.edit({ before: as('a', 1), after: as('b', 1) }, 'pasted'))
  await act(() => here.edit({ before: as('b', 2), after: as('c', 2) }, 'pasted'))
  act(() => here.undo?.())

  expect(await screen.findByText('none redo')).toBeVisible()
  expect(asked.slice(2)).toEqual([[['b', 3]], [['a', 3]]])
})

test('undo waits for a running save', async () => {
  const asked = serve()
  renderInApp(<Steps />)

  await act(() => here.edit({ before: as('a', 1), after: as('b', 1) }))
  act(() => {
    void inTurn(() => here.edit({ before: as('b', 2), after: as('c', 2) }))
    here.undo?.()
  })

  await waitFor(() => expect(asked).toHaveLength(3))
  expect(asked[2]).toEqual([['b', 3]])
})
