import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { renderWorkbench } from '../render-workbench.tsx'
import { body, numberEvents, uuid } from '../../../testing/event-factory.ts'
import { selectNode } from '../store/selection.ts'
import { graph } from '../testing.ts'
import { Composer } from './composer/composer.tsx'
import { useCancelKey } from './run-actions.ts'

let stop = () => {}
afterEach(() => stop())

function Parts() {
  const handleKeyDown = useCancelKey()
  return (
    <section aria-label="Run" onKeyDown={handleKeyDown}>
      <Composer threadId={undefined} onStarted={() => {}} />
    </section>
  )
}

/** Renders a live run and a selected node. */
async function show() {
  const cancelled: string[] = []
  const cancel = fake.runs.cancel.handler(({ input, errors }) => {
    cancelled.push(input.id)
    throw errors.CONFLICT({ data: { status: 'success' } })
  })
  const stopServing = serveFake({ runs: { cancel } })
  const view = await renderWorkbench(<Parts />, { document: graph({ input: ['messages'] }) })
  stop = () => {
    stopServing()
    view.stopKeys()
  }
  act(() => {
    view.bench.run.open(uuid(3))
    view.bench.run.receive(numberEvents([body.status('running')]))
    view.bench.store.select(selectNode('answer'))
  })
  return { ...view, cancelled, user: userEvent.setup() }
}

test('Escape cancels the run only after the selection is cleared', async () => {
  const { bench, cancelled, user } = await show()

  await user.keyboard('{Escape}')
  expect(cancelled).toEqual([])

  act(() => bench.store.select({ nodes: [], edges: [] }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(cancelled).toEqual([uuid(3)]))
})

test('Escape in the run panel cancels the run despite a selection', async () => {
  const { cancelled, user } = await show()

  await user.type(screen.getByLabelText('Message'), '{Escape}')

  await waitFor(() => expect(cancelled).toEqual([uuid(3)]))
})
