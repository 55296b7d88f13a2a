import { type ComparisonDetail, applyChanges } from '@lathe/contract'
import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { changesOf, changingComparison, events, wholeOf } from './changing.fixture.ts'

/** Row order is undefined and cursors are opaque. */
const content = ({ cursor: _mark, grid, votes, ...rest }: ComparisonDetail) => ({
  ...rest,
  grid: grid.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  votes: votes.map((vote) => JSON.stringify(vote)).toSorted(),
})

describeDatabases('changes of a comparison', (db, engine) => {
  test('applied in sequence equal a full read', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(events, { minLength: 3, maxLength: 14 }),
        fc.boolean(),
        async (happened, hasPairs) => {
          const world = await changingComparison(db(), { hasPairs })
          let known = await wholeOf(world)
          for (const event of happened) {
            await event(world)
            const changes = await changesOf(world, known.cursor)
            known = changes.type === 'reload' ? await wholeOf(world) : applyChanges(known, changes)

            expect(content(known)).toEqual(content(await wholeOf(world)))
          }
        },
      ),
      { numRuns: 60 },
    )
  }, 120_000)

  test('contain exactly the changed cells', async () => {
    const world = await changingComparison(db(), { hasPairs: false })
    const { cursor: mark } = await vi.waitFor(async () => {
      const whole = await wholeOf(world)
      // On a shared Postgres, changes that other transactions began earlier may be returned again.
      expect(await changesOf(world, whole.cursor)).toMatchObject({ type: 'changed', grid: [] })
      return whole
    }, 30_000)
    const [cell] = await world.cells()
    await world.answer(cell)

    const changes = await changesOf(world, mark)

    expect(changes).toMatchObject({ type: 'changed', grid: [{ id: cell?.id }] })
  })

  test('contain pairwise evaluations whose counterpart changed', async () => {
    const world = await changingComparison(db())
    const baseline = (await world.cells()).find(({ variant }) => variant === 'a')
    await world.judgeCase(baseline)
    const { cursor: mark } = await wholeOf(world)
    await world.answer(baseline)

    const changes = await changesOf(world, mark)

    const other =
      changes.type === 'changed' &&
      changes.grid.find(({ variant, case: key }) => variant === 'b' && key === baseline?.case_key)
    expect(other).toMatchObject({ evaluations: { pairs: { status: 'undecided' } } })
  })

  test('require a full reload after cells were removed or the plan changed', async () => {
    const world = await changingComparison(db())
    const { cursor: mark } = await wholeOf(world)
    await world.beginAnew()
    const begun = await wholeOf(world)
    await world.edit({ cases: [] })

    expect(await changesOf(world, mark)).toEqual({ type: 'reload' })
    expect(await changesOf(world, begun.cursor)).toEqual({ type: 'reload' })
    expect(await changesOf(world, 'anything')).toEqual({ type: 'reload' })
  })

  test.skipIf(engine === 'sqlite')(
    'contain changes written earlier but committed later',
    async () => {
      const world = await changingComparison(db())
      const [first, second] = await world.cells()
      const known = await db()
        .transaction()
        .execute(async (open) => {
          await world.answer(first, open)
          await world.answer(second)
          return await wholeOf(world)
        })

      const changes = await changesOf(world, known.cursor)

      expect(changes.type === 'changed' && changes.grid.map(({ id }) => id)).toContain(first?.id)
    },
  )
})
