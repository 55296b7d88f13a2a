import { expect, test } from 'vitest'
import { describeDatabases } from '../testing/databases.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { commitParts } from './commit-parts.ts'

const question = (text: string) => ({ inputs: { question: text } })

async function withThree({ client }: TestApp) {
  const { id: dataset } = await client.datasets.create({ name: 'Tides' })
  const put = ['One?', 'Two?', 'Three?'].map((text) => ({ ...question(text), reference: 'moon' }))
  const { ids } = await client.datasets.change({ dataset, put })
  const [one = '', two = '', three = ''] = ids
  return { dataset, one, two, three }
}

const questions = (page: { items: { inputs: object }[] }) =>
  page.items.map(({ inputs }) => Reflect.get(inputs, 'question'))

describeDatabases('a dataset', (db) => {
  test('keeps every version unchanged', async () => {
    const app = createTestApp(db())
    const { client } = app
    const { dataset, one, two } = await withThree(app)

    const put = [{ id: one, ...question('First?') }, question('Four?')]
    const made = await client.datasets.change({ dataset, put, remove: [two], message: 'Better' })

    expect(made).toMatchObject({ version: 2, added: 1, changed: 1, removed: 1, unchanged: 0 })
    const newest = await client.datasets.examples({ dataset: 'Tides' })
    expect(questions(newest)).toEqual(['First?', 'Three?', 'Four?'])
    expect(newest.items[0]).toMatchObject({ id: one, reference: 'moon', version: 2 })
    const before = await client.datasets.examples({ dataset, version: 1 })
    expect(questions(before)).toEqual(['One?', 'Two?', 'Three?'])
    expect([newest.total, before.total]).toEqual([3, 3])
    expect(await client.datasets.examples({ dataset, version: 1, id: one })).toMatchObject({
      total: 1,
      items: [{ id: one, inputs: { question: 'One?' } }],
    })
    expect(await client.datasets.versions({ dataset })).toMatchObject([
      { version: 2, message: 'Better', added: 1, changed: 1, removed: 1 },
      { version: 1, added: 3 },
    ])
    expect(await client.datasets.get({ dataset })).toMatchObject({ version: 2, examples: 3 })
  })

  test('creates no version when nothing changes', async () => {
    const app = createTestApp(db())
    const { dataset, one } = await withThree(app)

    const made = await app.client.datasets.change({
      dataset,
      put: [{ id: one, ...question('One?') }],
    })

    expect(made).toMatchObject({ version: 1, added: 0, changed: 0, unchanged: 1 })
  })

  test('hides an interrupted commit, also from the next version', async () => {
    const app = createTestApp(db())
    const { client, context } = app
    const { dataset, one } = await withThree(app)
    const { id } = await client.datasets.get({ dataset })
    async function* parts() {
      yield [{ id: one, ...question('Torn?') }, question('Lost?')]
      throw new Error('torn')
    }

    const broken = commitParts(db(), context.workspaceId, id, { message: '', parts })
    await expect(broken).rejects.toThrow('torn')
    const after = await client.datasets.examples({ dataset })
    await client.datasets.change({ dataset, put: [question('Four?')] })

    expect(questions(after)).toEqual(['One?', 'Two?', 'Three?'])
    const next = await client.datasets.examples({ dataset })
    expect(questions(next)).toEqual(['One?', 'Two?', 'Three?', 'Four?'])
    expect(next.total).toBe(4)
  })

  test('rejects overwriting an example that someone else changed', async () => {
    const app = createTestApp(db())
    const { dataset, one, two } = await withThree(app)
    await app.client.datasets.change({ dataset, put: [{ id: one, ...question('Mine') }], base: 1 })

    const late = app.client.datasets.change({
      dataset,
      put: [{ id: one, ...question('Late') }],
      base: 1,
    })

    await expect(late).rejects.toMatchObject({
      code: 'CONFLICT',
      data: { version: 2, examples: [one] },
    })
    const elsewhere = { dataset, put: [{ id: two, ...question('Other') }], base: 1 }
    expect(await app.client.datasets.change(elsewhere)).toMatchObject({ version: 3 })
  })

  test('changes several examples, each on its own base version', async () => {
    const app = createTestApp(db())
    const { client } = app
    const { dataset, one, two } = await withThree(app)
    await client.datasets.change({ dataset, put: [{ id: one, reference: 'Theirs' }] })
    const both = (base: number) => ({
      dataset,
      put: [
        { id: one, reference: 'Mine', base },
        { id: two, reference: 'Mine', base: 1 },
      ],
    })

    await expect(client.datasets.change(both(1))).rejects.toMatchObject({
      code: 'CONFLICT',
      data: { version: 2, examples: [one] },
    })
    expect(await client.datasets.change(both(2))).toMatchObject({ version: 3, changed: 2 })
  })

  test('accepts a repeated request whose response was lost', async () => {
    const { client } = createTestApp(db())
    const { id: dataset } = await client.datasets.create({ name: 'Unheard' })
    const { ids } = await client.datasets.change({ dataset, put: [question('One?')] })
    const edit = { dataset, put: [{ id: ids[0], ...question('Mine'), base: 1 }] }
    await client.datasets.change(edit)

    expect(await client.datasets.change(edit)).toMatchObject({ version: 2, unchanged: 1 })
  })

  test('gives concurrent writers separate versions', async () => {
    const app = createTestApp(db())
    const { id: dataset } = await app.client.datasets.create({ name: 'Busy' })

    const made = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        app.client.datasets.change({ dataset, put: [question(`Q${index}`)] }),
      ),
    )

    expect(made.map(({ version }) => version).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, index) => index + 1),
    )
    expect(await app.client.datasets.get({ dataset })).toMatchObject({ version: 12, examples: 12 })
  })

  test('lists changes between versions and reverts them', async () => {
    const app = createTestApp(db())
    const { client } = app
    const { dataset, one, two } = await withThree(app)
    const put = [{ id: one, ...question('First?') }, question('Four?')]
    await client.datasets.change({ dataset, put, remove: [two] })

    const diff = await client.datasets.diff({ dataset, from: 1, to: 2 })
    const back = await client.datasets.revert({ dataset, version: 1 })

    expect(diff).toMatchObject({ added: 1, removed: 1, changed: 1 })
    expect(diff.items).toMatchObject([
      { type: 'changed', before: question('One?'), after: question('First?') },
      { type: 'removed', before: { id: two } },
      { type: 'added', after: question('Four?') },
    ])
    const second = await client.datasets.diff({ dataset, from: 1, to: 2, offset: 1, limit: 1 })
    expect(second).toEqual({ ...diff, items: [diff.items[1]] })
    expect(back.version).toBe(3)
    const { items } = await client.datasets.examples({ dataset })
    expect(items.map(({ inputs }) => inputs)).toHaveLength(3)
    expect(items.find(({ id }) => id === one)).toMatchObject(question('One?'))
    await client.datasets.revert({ dataset, version: 0 })
    expect(await client.datasets.get({ dataset })).toMatchObject({ version: 4, examples: 0 })
  })

  test('a dataset does not revert changes of others', async () => {
    const app = createTestApp(db())
    const { client } = app
    const { dataset } = await withThree(app)
    await client.datasets.change({ dataset, put: [question('Theirs?')] })

    const late = client.datasets.revert({ dataset, version: 0, base: 1 })

    await expect(late).rejects.toMatchObject({ code: 'CONFLICT', data: { version: 2 } })
    const kept = await client.datasets.examples({ dataset })
    expect(questions(kept)).toEqual(['One?', 'Two?', 'Three?', 'Theirs?'])
    const back = await client.datasets.revert({ dataset, version: 1, base: 2 })
    expect(back).toMatchObject({ version: 3, removed: 1 })
  })

  test('keeps examples added during a revert', async () => {
    const app = createTestApp(db())
    const { client } = app
    const { dataset } = await withThree(app)

    const outcomes = await Promise.allSettled([
      client.datasets.change({ dataset, put: [question('Four?')] }),
      client.datasets.revert({ dataset, version: 0, base: 1 }),
      client.datasets.revert({ dataset, version: 0, base: 1 }),
    ])

    const taken = outcomes.slice(1).filter(({ status }) => status === 'fulfilled')
    expect(taken.length).toBeLessThanOrEqual(1)
    expect(questions(await client.datasets.examples({ dataset }))).toContain('Four?')
  })

  test('filters by split and searches', async () => {
    const { client } = createTestApp(db())
    const { id: dataset } = await client.datasets.create({ name: 'Split' })
    const put = [
      { ...question('Why a "tide"?'), splits: ['test'] },
      { ...question('Why a wave?'), splits: ['test', 'hard'] },
      question('Which moon?'),
    ]
    await client.datasets.change({ dataset, put })

    expect((await client.datasets.get({ dataset })).splits).toEqual([
      { name: 'hard', count: 1 },
      { name: 'test', count: 2 },
    ])
    const test = await client.datasets.examples({ dataset, split: 'test' })
    expect([test.total, questions(test)]).toEqual([2, ['Why a "tide"?', 'Why a wave?']])
    expect((await client.datasets.examples({ dataset, split: 'Test' })).total).toBe(0)
    expect((await client.datasets.examples({ dataset, q: 'MOON' })).total).toBe(1)
  })

  test('counts the examples of each split after every change', async () => {
    const { client } = createTestApp(db())
    const { id: dataset } = await client.datasets.create({ name: 'Split' })
    const splits = async () => {
      const told = await client.datasets.get({ dataset })
      return told.splits.map(({ name, count }) => `${name} ${count}`)
    }
    const put = ['One?', 'Two?', 'Three?'].map((text) => ({ ...question(text), splits: ['test'] }))
    const { ids } = await client.datasets.change({ dataset, put })
    const [one = '', two = '', three = ''] = ids

    await client.datasets.change({ dataset, put: [{ id: one, splits: ['hard', 'test'] }] })
    expect(await splits()).toEqual(['hard 1', 'test 3'])
    await client.datasets.change({ dataset, put: [{ id: two, splits: [] }], remove: [one] })
    expect(await splits()).toEqual(['test 1'])
    // Simulates a dataset stored before counts were kept.
    await db().updateTable('datasets').set({ splits: null }).execute()
    expect(await splits()).toEqual(['test 1'])
    await client.datasets.change({ dataset, put: [{ id: three, splits: ['last'] }] })
    expect(await splits()).toEqual(['last 1'])
    await client.datasets.revert({ dataset, version: 1 })
    expect(await splits()).toEqual(['test 3'])
  })

  test('a dataset has tags that can move and rejects unknown versions', async () => {
    const app = createTestApp(db())
    const { client } = app
    const { dataset } = await withThree(app)
    await client.datasets.change({ dataset, put: [question('Four?')] })
    await client.datasets.tag({ dataset, tag: 'release', version: 1 })

    const moved = await client.datasets.tag({ dataset, tag: 'release', version: 2 })

    expect(moved.map(({ tags }) => tags)).toEqual([['release'], []])
    await expect(client.datasets.tag({ dataset, tag: 'x', version: 3 })).rejects.toMatchObject({
      code: 'NO_SUCH_VERSION',
    })
  })

  test('groups examples with equal inputs in any key order', async () => {
    const { client } = createTestApp(db())
    const { id: dataset } = await client.datasets.create({ name: 'Doubles' })
    const put = [{ inputs: { a: 1, b: 2 } }, { inputs: { c: 3 } }, { inputs: { b: 2, a: 1 } }]
    const { ids } = await client.datasets.change({ dataset, put })

    const { groups, total } = await client.datasets.duplicates({ dataset })

    expect(total).toBe(1)
    expect(groups.map((group) => group.map(({ id }) => id))).toEqual([[ids[0], ids[2]]])
  })

  test('restores a deleted dataset unless its name is taken', async () => {
    const app = createTestApp(db())
    const { client } = app
    const { dataset } = await withThree(app)
    await client.datasets.delete({ dataset })
    await expect(client.datasets.get({ dataset })).rejects.toMatchObject({
      code: 'NO_SUCH_DATASET',
    })
    const other = await client.datasets.create({ name: 'Tides' })
    await expect(client.datasets.restore({ id: dataset })).rejects.toMatchObject({
      code: 'NAME_TAKEN',
    })

    await client.datasets.edit({ dataset: other.id, name: 'Others' })
    await client.datasets.restore({ id: dataset })

    expect(questions(await client.datasets.examples({ dataset }))).toHaveLength(3)
  })
})
