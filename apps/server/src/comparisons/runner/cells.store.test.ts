import { expect, test } from 'vitest'
import { v7 } from 'uuid'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { insertCells, listCells } from './cells.store.ts'

describeDatabases('listCells', (db) => {
  test('returns the cells of the selected variants and cases', async () => {
    const comparison = v7()
    const cell = (variant: string, case_key: string) => ({
      variant,
      case_key,
      repeat: 0,
      fingerprint: 'f',
    })
    await insertCells(db(), DEFAULT_WORKSPACE, comparison, [
      cell('a', 'one'),
      cell('a', 'two'),
      cell('b', 'one'),
    ])
    const list = async (variants: string[], cases: string[]) => {
      const cells = await listCells(db(), DEFAULT_WORKSPACE, comparison, { variants, cases })
      return cells.map(({ variant, case_key }) => `${variant} ${case_key}`).toSorted()
    }

    expect(await list(['a', 'b'], ['one'])).toEqual(['a one', 'b one'])
    expect(await list(['a'], ['one', 'two'])).toEqual(['a one', 'a two'])
    expect(await list(['a'], [])).toEqual([])
    expect(await list([], ['one'])).toEqual([])
  })
})
