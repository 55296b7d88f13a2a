import { expect, test } from 'vitest'
import { v7 } from 'uuid'
import { atomic } from '../../platform/db/atomic.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { queueRun } from '../../testing/run-factory.ts'
import { claimCell, insertCells, isCellTaken, listCells } from './cells.store.ts'

describeDatabases('claimCell', (db) => {
  const claim = async (id: string, fingerprint = 'f') => {
    const run = await queueRun(db())
    await atomic(db(), claimCell(db(), { id, fingerprint }, run.id))
    return run.id
  }
  const insert = async () => {
    const comparison = v7()
    const place = { variant: 'a', case_key: 'one', repeat: 0, fingerprint: 'f', is_anew: 0 }
    await insertCells(db(), DEFAULT_WORKSPACE, comparison, [place])
    const [cell] = await listCells(db(), DEFAULT_WORKSPACE, comparison)
    return { comparison, id: cell?.id ?? '' }
  }

  test('gives a cell to one run and ignores a run that was not stored', async () => {
    const { comparison, id } = await insert()

    await atomic(db(), claimCell(db(), { id, fingerprint: 'f' }, v7()))
    const runId = await claim(id)
    const second = await claim(id).catch(isCellTaken)

    expect(second).toBe(true)
    expect(await listCells(db(), DEFAULT_WORKSPACE, comparison)).toMatchObject([
      { status: 'running', run_id: runId },
    ])
  })

  test('refuses a cell whose fingerprint has changed', async () => {
    const { id } = await insert()

    expect(await claim(id, 'before').catch(isCellTaken)).toBe(true)
  })

  test('refuses a cell that was deleted with its variant', async () => {
    expect(await claim(v7()).catch(isCellTaken)).toBe(true)
  })

  test('lists the cells of the selected variants and cases', async () => {
    const comparison = v7()
    const at = (variant: string, case_key: string) => ({
      variant,
      case_key,
      repeat: 0,
      fingerprint: 'f',
      is_anew: 0,
    })
    await insertCells(db(), DEFAULT_WORKSPACE, comparison, [
      at('a', 'one'),
      at('a', 'two'),
      at('b', 'one'),
    ])
    const where = async (variants: string[], cases: string[]) => {
      const found = await listCells(db(), DEFAULT_WORKSPACE, comparison, { variants, cases })
      return found.map(({ variant, case_key }) => `${variant} ${case_key}`).toSorted()
    }

    expect(await where(['a', 'b'], ['one'])).toEqual(['a one', 'b one'])
    expect(await where(['a'], ['one', 'two'])).toEqual(['a one', 'a two'])
    expect(await where(['a'], [])).toEqual([])
    expect(await where([], ['one'])).toEqual([])
  })
})
