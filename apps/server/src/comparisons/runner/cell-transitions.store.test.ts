import { ZERO_USAGE } from '@lathe/contract'
import { expect, test } from 'vitest'
import { v7 } from 'uuid'
import { atomic } from '../../platform/db/atomic.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import type { CellResult } from '../../platform/db/tables/comparisons.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { queueRun } from '../../testing/run-factory.ts'
import {
  claimCell,
  claimCellForBatch,
  completeCell,
  dequeueCells,
  failCells,
  isCellTaken,
  queueReruns,
  releaseCells,
  replanCells,
  replanPendingCells,
  restorePreviousResults,
  reuseResult,
} from './cell-transitions.store.ts'
import { type CellRow, findCell, insertCells, listCells } from './cells.store.ts'

const result: CellResult = {
  output: 'Answer',
  error: null,
  latencyMs: 1,
  firstTokenMs: null,
  usage: ZERO_USAGE,
  cost: 0,
  calls: [],
}
const error = { code: 'BAD_REQUEST' as const, message: 'No', retryable: false }

describeDatabases('cell transitions', (db) => {
  const comparisonId = v7()
  let cases = 0

  async function pendingCell(fingerprint = 'f'): Promise<CellRow> {
    const case_key = `case-${++cases}`
    const position = { variant: 'a', case_key, repeat: 0 }
    await insertCells(db(), DEFAULT_WORKSPACE, comparisonId, [{ ...position, fingerprint }])
    const set = { variants: ['a'], cases: [case_key] }
    const [cell] = await listCells(db(), DEFAULT_WORKSPACE, comparisonId, set)
    if (!cell) throw new Error('The cell was not inserted')
    return cell
  }
  const read = async ({ id }: Pick<CellRow, 'id'>): Promise<CellRow> => {
    const cell = await findCell(db(), id)
    if (!cell) throw new Error('The cell does not exist')
    return cell
  }
  const claim = async (cell: Pick<CellRow, 'id' | 'fingerprint'>) => {
    const run = await queueRun(db())
    await atomic(db(), claimCell(db(), cell, run.id))
  }
  async function runningCell(): Promise<CellRow> {
    const cell = await pendingCell()
    await claim(cell)
    return await read(cell)
  }
  async function successfulCell(): Promise<CellRow> {
    const cell = await runningCell()
    await completeCell(db(), cell, 'success', result)
    return await read(cell)
  }
  async function queuedRerun(): Promise<CellRow> {
    const cell = await successfulCell()
    await queueReruns(db(), [{ cell, isForced: true }])
    return await read(cell)
  }

  test('claimCell gives a pending cell to one run', async () => {
    const cell = await pendingCell()

    await claim(cell)
    const { run_id } = await read(cell)
    const isTaken = await claim(cell).catch(isCellTaken)

    expect(isTaken).toBe(true)
    expect(await read(cell)).toMatchObject({ status: 'running', run_id })
  })

  test('claimCell rolls back the run of a taken cell', async () => {
    const cell = await runningCell()
    const runId = v7()
    const countRuns = async () => (await db().selectFrom('runs').select('id').execute()).length
    const before = await countRuns()

    const { id: template } = await queueRun(db())
    const insertCopy = db().updateTable('runs').set({ id: runId }).where('id', '=', template)
    const isTaken = await atomic(db(), [insertCopy, ...claimCell(db(), cell, runId)]).catch(
      isCellTaken,
    )

    expect(isTaken).toBe(true)
    expect(await countRuns()).toBe(before + 1)
    const copy = await db().selectFrom('runs').select('id').where('id', '=', runId).execute()
    expect(copy).toEqual([])
  })

  test('claimCell ignores a run that was not inserted', async () => {
    const cell = await pendingCell()

    await atomic(db(), claimCell(db(), cell, v7()))

    expect(await read(cell)).toMatchObject({ status: 'pending', run_id: null })
  })

  test('claimCell refuses a changed or deleted cell', async () => {
    const { id } = await pendingCell()

    expect(await claim({ id, fingerprint: 'old' }).catch(isCellTaken)).toBe(true)
    expect(await claim({ id: v7(), fingerprint: 'f' }).catch(isCellTaken)).toBe(true)
  })

  test('claimCellForBatch claims pending cells only', async () => {
    const [pending, running] = [await pendingCell(), await runningCell()]

    for (const cell of [pending, running]) {
      await claimCellForBatch(db(), cell, { runId: 'r', batchId: 'b' }).execute()
    }

    expect(await read(pending)).toMatchObject({ status: 'running', run_id: 'r', batch_id: 'b' })
    expect(await read(running)).toEqual(running)
  })

  test('reuseResult completes a pending cell with the result of an equal cell', async () => {
    const [cell, source] = [await pendingCell(), await successfulCell()]

    const completed = await reuseResult(db(), cell.id, source)

    const { run_id, result: stored } = source
    expect(completed).toMatchObject({ status: 'success', run_id, result: stored, is_reused: 1 })
  })

  test('reuseResult refuses running cells, forced reruns and other fingerprints', async () => {
    const source = await successfulCell()
    const otherCells = [await runningCell(), await queuedRerun(), await pendingCell('other')]

    for (const cell of otherCells) {
      expect(await reuseResult(db(), cell.id, source)).toBeUndefined()
      expect(await read(cell)).toEqual(cell)
    }
  })

  test('completeCell stores the result of the run that the cell waits for', async () => {
    const cell = await runningCell()

    const other = await completeCell(db(), { id: cell.id, run_id: v7() }, 'success', result)
    const completed = await completeCell(db(), cell, 'error', result)
    const repeated = await completeCell(db(), cell, 'success', result)

    expect(other).toBeUndefined()
    expect(completed).toMatchObject({ status: 'error', run_id: cell.run_id })
    expect(repeated).toBeUndefined()
  })

  test('failCells fails pending and running cells but no finished one', async () => {
    const cells = [await pendingCell(), await runningCell(), await successfulCell()]

    await failCells(db(), cells, error)

    const failed = await Promise.all(cells.map(read))
    expect(failed.map(({ status }) => status)).toEqual(['error', 'error', 'success'])
  })

  test('releaseCells returns a running cell to the queue unless it has another run', async () => {
    const [cell, successful] = [await runningCell(), await successfulCell()]

    await releaseCells(db(), [{ id: cell.id, run_id: v7() }, successful])
    expect(await read(cell)).toEqual(cell)
    expect(await read(successful)).toEqual(successful)
    await releaseCells(db(), [cell])

    expect(await read(cell)).toMatchObject({ status: 'pending', run_id: null })
  })

  test('queueReruns keeps the previous result until the rerun has finished', async () => {
    const before = await successfulCell()

    await queueReruns(db(), [{ cell: before, isForced: true }])
    const queued = await read(before)
    await claim(queued)
    await completeCell(db(), await read(before), 'success', { ...result, output: 'New' })

    expect(queued).toMatchObject({ status: 'pending', run_id: null, is_anew: 1 })
    expect(JSON.parse(queued.former ?? '')).toMatchObject({ run_id: before.run_id })
    expect(await read(before)).toMatchObject({ status: 'success', former: null })
  })

  test('queueReruns ignores a cell that has started since it was read', async () => {
    const cell = await pendingCell()
    await claim(cell)

    await queueReruns(db(), [{ cell, isForced: true }])

    expect(await read(cell)).toMatchObject({ status: 'running' })
  })

  test('restorePreviousResults restores queued reruns and returns the other cells', async () => {
    const before = await successfulCell()
    await queueReruns(db(), [{ cell: before, isForced: true }])
    const otherCells = [await pendingCell(), await runningCell()]

    const rest = await restorePreviousResults(db(), [await read(before), ...otherCells])

    expect(rest).toEqual(otherCells)
    const { changed: _after, ...restored } = await read(before)
    const { changed: _before, ...expected } = before
    expect(restored).toEqual(expected)
  })

  test('replanCells resets a cell in any state and drops its results', async () => {
    const cells = [await pendingCell(), await runningCell(), await queuedRerun()]

    const changes = cells.map((cell) => ({ cell, isForced: false, fingerprint: 'new' }))
    await replanCells(db(), changes)

    for (const cell of cells) {
      const reset = { status: 'pending', run_id: null, fingerprint: 'new', former: null }
      expect(await read(cell)).toMatchObject(reset)
    }
  })

  test('replanPendingCells leaves started cells alone', async () => {
    const [pending, running] = [await pendingCell(), await runningCell()]

    await replanPendingCells(
      db(),
      [pending, running].map((cell) => ({ cell, fingerprint: 'new' })),
    )

    expect(await read(pending)).toMatchObject({ status: 'pending', fingerprint: 'new' })
    expect(await read(running)).toEqual(running)
  })

  test('dequeueCells deletes pending cells and keeps cells with a result', async () => {
    const [pending, rerun] = [await pendingCell(), await queuedRerun()]
    const [running, successful] = [await runningCell(), await successfulCell()]

    await dequeueCells(db(), [pending, rerun, running, successful])

    expect(await findCell(db(), pending.id)).toBeUndefined()
    expect((await read(rerun)).status).toBe('success')
    expect(await read(running)).toEqual(running)
    expect(await read(successful)).toEqual(successful)
  })
})
