import { act, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, expect, test } from 'vitest'
import { uuid } from '../../../testing/event-factory.ts'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { editDrafts, useExampleDrafts } from './example-drafts.ts'
import { makeExample } from '../../../testing/example-factory.ts'
import { useExampleSave, useSaveExamples } from './saving.ts'
import { useSteps } from './steps.ts'

let stop = () => {}
afterEach(() => {
  stop()
  useExampleDrafts.setState({ drafts: {} })
})

const counts = { added: 0, changed: 1, removed: 0, unchanged: 0 }
type Save = ReturnType<typeof useSaveExamples>
let save: Save
const storeSave = (saveFn: Save) => {
  save = saveFn
}

function Saving({ id }: { id: string }) {
  const save = useSaveExamples(uuid(1))
  useEffect(() => storeSave(save))
  const { isSaving, error } = useExampleSave(id)
  return <p>{isSaving ? 'saving' : error ? 'failed' : 'saved'}</p>
}

const editReference = (example: ReturnType<typeof makeExample>, reference: string) => {
  editDrafts([
    { example, change: (draft) => ({ ...draft, example: { ...draft.example, reference } }) },
  ])
  const after = useExampleDrafts.getState().drafts[example.id]?.example ?? example
  save([{ before: example, after }])
}

test('combines edits made during a save into one later change', async () => {
  const sent: unknown[] = []
  const first = Promise.withResolvers<undefined>()
  const change = fake.datasets.change.handler(async ({ input: { put } }) => {
    sent.push(put.map(({ id, reference, base }) => [id, reference, base]))
    if (sent.length === 1) await first.promise
    return { version: 5 + sent.length, ...counts, ids: put.map(({ id = '' }) => id) }
  })
  stop = serveFake({ datasets: { change } })
  const [one, two] = [makeExample({ id: uuid(2) }), makeExample({ id: uuid(3) })]
  renderInApp(<Saving id={one.id} />)

  await act(async () => editReference(one, 'a'))
  expect(screen.getByText('saving')).toBeVisible()
  act(() => {
    editReference(one, 'ab')
    editReference(two, 'x')
  })
  first.resolve(undefined)

  expect(await screen.findByText('saved')).toBeVisible()
  expect(sent).toEqual([
    [[one.id, 'a', 1]],
    [
      [one.id, 'ab', 6],
      [two.id, 'x', 1],
    ],
  ])
  expect(useExampleDrafts.getState().drafts).toEqual({})
})

test('keeps the draft that conflicts with another change and saves the others', async () => {
  const [otherExample, myExample] = [makeExample({ id: uuid(2) }), makeExample({ id: uuid(3) })]
  const change = fake.datasets.change.handler(({ input: { put }, errors }) => {
    if (put.some(({ id }) => id === otherExample.id))
      throw errors.CONFLICT({ data: { version: 9, examples: [otherExample.id], removed: [] } })
    return { version: 10, ...counts, ids: [myExample.id] }
  })
  stop = serveFake({ datasets: { change } })
  renderInApp(<Saving id={otherExample.id} />)

  act(() => {
    editReference(myExample, 'first')
    editReference(otherExample, 'x')
    editReference(myExample, 'y')
  })

  expect(await screen.findByText('failed')).toBeVisible()
  await waitFor(() =>
    expect(Object.keys(useExampleDrafts.getState().drafts)).toEqual([otherExample.id]),
  )
  expect(useExampleDrafts.getState().drafts[otherExample.id]?.example.reference).toBe('x')
})

test('keeps the draft of an example deleted elsewhere and recreates it on save', async () => {
  const deletedExample = makeExample({ id: uuid(2) })
  const sent: unknown[] = []
  const change = fake.datasets.change.handler(({ input: { put }, errors }) => {
    const [first] = put
    sent.push(first?.base)
    if (first?.base !== undefined)
      throw errors.CONFLICT({
        data: { version: 9, examples: [deletedExample.id], removed: [deletedExample.id] },
      })
    return { version: 10, ...counts, ids: [deletedExample.id] }
  })
  stop = serveFake({ datasets: { change } })
  renderInApp(<Saving id={deletedExample.id} />)

  act(() => editReference(deletedExample, 'x'))
  expect(await screen.findByText('failed')).toBeVisible()
  const draftExample =
    useExampleDrafts.getState().drafts[deletedExample.id]?.example ?? deletedExample
  expect(draftExample).toMatchObject({ version: 0, reference: 'x' })

  act(() => save([{ before: undefined, after: draftExample }]))
  expect(await screen.findByText('saved')).toBeVisible()
  expect(sent).toEqual([1, undefined])
  expect(useExampleDrafts.getState().drafts).toEqual({})
})

test('saves edits over the change limit in several requests that undo as one step', async () => {
  const sent: number[] = []
  const change = fake.datasets.change.handler(({ input: { put } }) => {
    sent.push(put.length)
    return { version: sent.length, ...counts, ids: put.map(({ id = '' }) => id) }
  })
  stop = serveFake({ datasets: { change } })
  const pastedExamples = Array.from({ length: 5_001 }, (_, index) =>
    makeExample({ id: uuid(index), version: 0 }),
  )
  renderInApp(<Saving id={uuid(5_000)} />)
  useSteps.setState({ undoable: [] })

  act(() => save(pastedExamples.map((after) => ({ before: undefined, after }))))

  await waitFor(() => expect(sent).toEqual([5_000, 1]))
  expect(await screen.findByText('saved')).toBeVisible()
  const [first, second] = useSteps.getState().undoable
  expect(first?.groupId).toBe(second?.groupId)
})
