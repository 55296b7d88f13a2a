import { type ComparisonDetail, applyChanges } from '@lathe/contract'
import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import {
  createChangingComparison,
  events,
  readChanges,
  readDetail,
} from './changing-comparison.fixture.ts'

/** Row order is undefined and cursors are opaque. */
const content = ({ cursor: _cursor, grid, votes, ...rest }: ComparisonDetail) => ({
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
        async (appliedEvents, hasPairs) => {
          const comparison = await createChangingComparison(db(), { hasPairs })
          let detail = await readDetail(comparison)
          for (const event of appliedEvents) {
            await event(comparison)
            const changes = await readChanges(comparison, detail.cursor)
            detail =
              changes.type === 'reload'
                ? await readDetail(comparison)
                : applyChanges(detail, changes)

            expect(content(detail)).toEqual(content(await readDetail(comparison)))
          }
        },
      ),
      { numRuns: 60 },
    )
  }, 120_000)

  test('changes of a comparison contain exactly the changed cells', async () => {
    const comparison = await createChangingComparison(db(), { hasPairs: false })
    const { cursor } = await vi.waitFor(async () => {
      const detail = await readDetail(comparison)
      // On a shared Postgres, changes that other transactions began earlier may be returned again.
      expect(await readChanges(comparison, detail.cursor)).toMatchObject({
        type: 'changed',
        grid: [],
      })
      return detail
    }, 30_000)
    const [cell] = await comparison.cells()
    await comparison.answer(cell)

    const changes = await readChanges(comparison, cursor)

    expect(changes).toMatchObject({ type: 'changed', grid: [{ id: cell?.id }] })
  })

  test('changes of a comparison contain pairwise evaluations whose counterpart changed', async () => {
    const comparison = await createChangingComparison(db())
    const baseline = (await comparison.cells()).find(({ variant }) => variant === 'a')
    await comparison.judgeCase(baseline)
    const { cursor } = await readDetail(comparison)
    await comparison.answer(baseline)

    const changes = await readChanges(comparison, cursor)

    const other =
      changes.type === 'changed' &&
      changes.grid.find(({ variant, case: key }) => variant === 'b' && key === baseline?.case_key)
    expect(other).toMatchObject({ evaluations: { pairs: { status: 'undecided' } } })
  })

  test('changes of a comparison require a full reload after cells were removed or the plan changed', async () => {
    const comparison = await createChangingComparison(db())
    const { cursor } = await readDetail(comparison)
    await comparison.restart()
    const restarted = await readDetail(comparison)
    await comparison.edit({ cases: [] })

    expect(await readChanges(comparison, cursor)).toEqual({ type: 'reload' })
    expect(await readChanges(comparison, restarted.cursor)).toEqual({ type: 'reload' })
    expect(await readChanges(comparison, 'anything')).toEqual({ type: 'reload' })
  })

  test.skipIf(engine === 'sqlite')(
    'changes of a comparison contain changes written earlier but committed later',
    async () => {
      const comparison = await createChangingComparison(db())
      const [first, second] = await comparison.cells()
      const detail = await db()
        .transaction()
        .execute(async (open) => {
          await comparison.answer(first, open)
          await comparison.answer(second)
          return await readDetail(comparison)
        })

      const changes = await readChanges(comparison, detail.cursor)

      expect(changes.type === 'changed' && changes.grid.map(({ id }) => id)).toContain(first?.id)
    },
  )
})
