import type { ComparisonDetail } from '@lathe/contract'
import { afterEach, expect, test } from 'vitest'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { makeDetail } from '../testing.ts'
import { createAutosave, type SaveState } from './autosave.ts'
import type { Merge } from './merge-edits.ts'
import { createPlanStore } from './plan-store.ts'

let stopServing = () => {}
afterEach(() => stopServing())

function open() {
  let stored = makeDetail()
  stopServing = serveFake({
    comparisons: {
      get: fake.comparisons.get.handler(() => stored),
      edit: fake.comparisons.edit.handler(({ input, errors }) => {
        if (input.revision !== stored.revision) {
          throw errors.CONFLICT({ data: { revision: stored.revision } })
        }
        const { name = stored.name, plan = stored.plan } = input
        stored = { ...stored, name, plan, revision: stored.revision + 1 }
        return stored
      }),
    },
  })
  const store = createPlanStore(stored)
  const states: SaveState[] = []
  const merged: Merge[] = []
  const autosave = createAutosave({
    detail: stored,
    store,
    onSaved: () => {},
    onMerged: (merge) => merged.push(merge),
    onState: (state) => states.push(state),
  })
  const change = (fields: Partial<ComparisonDetail>) => {
    stored = { ...stored, ...fields }
  }
  return { store, autosave, states, merged, stored: () => stored, change }
}

test('saves each edit with the previous revision', async () => {
  const { store, autosave, stored } = open()
  store.getState().rename('Shorter')
  await autosave.flush()
  store.getState().edit((plan) => ({ ...plan, repeats: 3 }))
  await autosave.flush()

  expect(stored()).toMatchObject({ name: 'Shorter', revision: 3, plan: { repeats: 3 } })
})

test('keeps a conflicting edit until one side is chosen', async () => {
  const { store, autosave, states, stored, change } = open()
  change({ revision: 5, name: 'Theirs' })
  store.getState().rename('Mine')
  await expect(autosave.flush()).rejects.toMatchObject({ code: 'CONFLICT' })

  expect(states.at(-1)).toMatchObject({ type: 'conflict', remote: { name: 'Theirs' } })
  expect(store.getState().name).toBe('Mine')

  autosave.settle(stored(), 'local')
  await expect.poll(stored).toMatchObject({ name: 'Mine', revision: 6 })
})

test("merges an edit with another user's edit of another part", async () => {
  const { store, autosave, states, merged, stored, change } = open()
  const remote = { ...stored().plan, repeats: 4 }
  change({ revision: 5, plan: remote })
  store.getState().rename('Mine')
  await autosave.flush()

  expect(stored()).toMatchObject({ name: 'Mine', revision: 6, plan: { repeats: 4 } })
  expect(store.getState()).toMatchObject({ name: 'Mine', plan: { repeats: 4 } })
  expect(merged).toMatchObject([{ merged: { name: 'Mine' }, remote: { name: 'Prompts' } }])
  expect(states.at(-1)).toEqual({ type: 'saved' })

  store.temporal.getState().undo()
  await autosave.flush()
  expect(stored()).toMatchObject({ name: 'Prompts', revision: 7, plan: remote })
})

test('saved edits cannot conflict', async () => {
  const { store, autosave, stored, change } = open()
  store.getState().rename('Mine')
  await autosave.flush()
  change({ revision: 5, name: 'Theirs' })
  store.getState().edit((plan) => ({ ...plan, repeats: 3 }))
  await autosave.flush()

  expect(stored()).toMatchObject({ name: 'Theirs', plan: { repeats: 3 } })
})

test("adopts another user's version if nothing is unsaved", () => {
  const { store, autosave } = open()
  autosave.notice(makeDetail({ revision: 2, name: 'Theirs' }))

  expect(store.getState().name).toBe('Theirs')
  expect(store.temporal.getState().pastStates).toEqual([])
})

test('undo reverts consecutive typing at once', () => {
  const { store } = open()
  for (const name of ['S', 'Sh', 'Short']) store.getState().rename(name)

  store.temporal.getState().undo()

  expect(store.getState().name).toBe('Prompts')
})
