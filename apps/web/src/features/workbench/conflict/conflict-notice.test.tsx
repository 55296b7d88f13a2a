import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { renderBench } from '../render-bench.tsx'
import { draftOf, graph } from '../testing.ts'
import { ConflictNotice } from './conflict-notice.tsx'

const base = graph()
const mine = graph({ state: { ...base.state, mood: { type: 'string' } } })
const theirs = graph({ output: [] })

async function conflicted() {
  const view = await renderBench(<ConflictNotice />, { document: base })
  const { store, autosave } = view.bench
  act(() => {
    store.edit(() => mine)
    autosave.change(mine)
    autosave.conflict({ theirs: draftOf(theirs, 5), base })
  })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Compare and choose' }))
  return { ...view, user, document: () => store.getState().document }
}

let view: Awaited<ReturnType<typeof conflicted>>
beforeEach(async () => {
  view = await conflicted()
})
afterEach(() => view.stopKeys())

test('shows what each side changed since they parted', async () => {
  expect(await screen.findByRole('region', { name: 'Yours' })).toHaveTextContent('channel mood')
  expect(screen.getByRole('region', { name: 'Theirs' })).toHaveTextContent('output')
})

test('keeping mine saves it on top of theirs, and undo shows theirs', async () => {
  await view.user.click(await screen.findByRole('button', { name: 'Keep mine' }))

  await waitFor(() => expect(view.bench.saving.getState().save.status).toBe('saved'))
  expect(view.bench.saving.getState().revision).toBe(6)
  expect(view.document()).toBe(mine)
  act(() => view.bench.store.undo())
  expect(view.document()).toBe(theirs)
})

test('taking theirs goes on from their revision, and undo brings mine back', async () => {
  await view.user.click(await screen.findByRole('button', { name: 'Take theirs' }))

  expect(view.document()).toBe(theirs)
  expect(view.bench.saving.getState()).toMatchObject({ save: { status: 'saved' }, revision: 5 })
  act(() => view.bench.store.undo())
  expect(view.document()).toBe(mine)
})
