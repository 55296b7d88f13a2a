import { type ComparisonDetail, noUsage } from '@lathe/contract'
import { afterEach, expect, test } from 'vitest'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { planOf } from '../testing.ts'
import { createAutosave, type SaveState } from './autosave.ts'
import { createPlanStore } from './plan-store.ts'

let stopServing = () => {}
afterEach(() => stopServing())

const ID = '0198c0de-7000-7000-8000-000000000001'
const detailOf = (fields: Partial<ComparisonDetail> = {}): ComparisonDetail => ({
  id: ID,
  name: 'Prompts',
  status: 'draft',
  revision: 1,
  variants: 2,
  cases: 3,
  cells: { total: 6, done: 0, failed: 0 },
  createdAt: 0,
  updatedAt: 0,
  plan: planOf(),
  grid: [],
  judging: { verdicts: 0, usage: noUsage, cost: 0 },
  votes: [],
  batches: [],
  rulings: null,
  suiteId: null,
  told: null,
  stopReason: null,
  spent: null,
  ...fields,
})

function open() {
  let stored = detailOf()
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
  const autosave = createAutosave({
    detail: stored,
    store,
    onSaved: () => {},
    onState: (state) => states.push(state),
  })
  const change = (fields: Partial<ComparisonDetail>) => {
    stored = { ...stored, ...fields }
  }
  return { store, autosave, states, stored: () => stored, change }
}

test('edits are saved on the revision of the one before', async () => {
  const { store, autosave, stored } = open()
  store.getState().rename('Shorter')
  await autosave.flush()
  store.getState().edit((plan) => ({ ...plan, repeats: 3 }))
  await autosave.flush()

  expect(stored()).toMatchObject({ name: 'Shorter', revision: 3, plan: { repeats: 3 } })
})

test('an edit that meets another is kept until one of them is chosen', async () => {
  const { store, autosave, states, stored, change } = open()
  change({ revision: 5, name: 'Theirs' })
  store.getState().rename('Mine')
  await expect(autosave.flush()).rejects.toMatchObject({ code: 'CONFLICT' })

  expect(states.at(-1)).toMatchObject({ type: 'conflict', theirs: { name: 'Theirs' } })
  expect(store.getState().name).toBe('Mine')

  autosave.settle(stored(), 'ours')
  await expect.poll(stored).toMatchObject({ name: 'Mine', revision: 6 })
})

test('what somebody else made of it is taken over when nothing here is unsaved', () => {
  const { store, autosave } = open()
  autosave.notice(detailOf({ revision: 2, name: 'Theirs' }))

  expect(store.getState().name).toBe('Theirs')
  expect(store.temporal.getState().pastStates).toEqual([])
})

test('typing is one step of undo', () => {
  const { store } = open()
  for (const name of ['S', 'Sh', 'Short']) store.getState().rename(name)

  store.temporal.getState().undo()

  expect(store.getState().name).toBe('Prompts')
})
