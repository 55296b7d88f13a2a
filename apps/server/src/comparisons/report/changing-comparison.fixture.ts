import {
  type ComparisonChanges,
  type ComparisonDetail,
  type ComparisonPlan,
  type HumanEvaluator,
  ZERO_USAGE,
  PairwiseEvaluator,
  type PairVote,
} from '@lathe/contract'
import * as fc from 'fast-check'
import { v7 } from 'uuid'
import type { Db, Queries } from '../../platform/db/db.ts'
import { toJson } from '../../platform/db/json.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { caseRow, planWith, promptColumn } from '../../testing/comparison-app.ts'
import { insertBatch } from '../batches/batches.store.ts'
import {
  editComparison,
  findComparison,
  insertComparison,
  setStatus,
  setToWork,
} from '../api/comparisons.store.ts'
import { verdictFingerprint } from '../judging/evaluation-tasks.ts'
import { rate } from '../judging/judging.routes.ts'
import { completeVerdict, deleteVerdict, insertVerdict } from '../judging/verdicts.store.ts'
import { storeVote } from '../judging/votes.store.ts'
import {
  completeCell,
  dequeueCells,
  failCells,
  queueReruns,
  restorePreviousResults,
  reuseResult,
} from '../runner/cell-transitions.store.ts'
import { type CellRow, insertCells, listCells } from '../runner/cells.store.ts'
import { toChanges } from './comparison-changes.ts'
import { toDetail } from './comparison-detail.ts'

const people: HumanEvaluator = { kind: 'human', question: '' }
const pairwise = PairwiseEvaluator.parse({
  kind: 'pairwise',
  model: { connection: 'lane', name: 'demo-fast' },
  messages: [{ role: 'user', text: '{{first}} {{second}}' }],
})
const PLAN = planWith({
  variants: ['a', 'b'].map((key) => promptColumn(key, key)),
  cases: [caseRow('one'), caseRow('two')],
  evaluators: [
    { key: 'says', name: 'Says', evaluator: { kind: 'contains', texts: ['yes'] } },
    { key: 'people', name: 'People', evaluator: people },
    { key: 'pairs', name: 'Pairs', evaluator: pairwise },
  ],
})

type MaybeCell = CellRow | undefined
export type ChangingComparison = Awaited<ReturnType<typeof createChangingComparison>>

/** Starts a comparison whose cells wait, and returns functions that change it. */
export async function createChangingComparison(db: Db, { hasPairs = true } = {}) {
  const plan = hasPairs ? PLAN : { ...PLAN, evaluators: PLAN.evaluators.slice(0, 2) }
  const id = await insertComparison(db, DEFAULT_WORKSPACE, 'Changing', plan)
  const partialOutputs = new Map<string, string>()
  const row = async () => {
    const comparison = await findComparison(db, DEFAULT_WORKSPACE, id)
    if (!comparison) throw new Error('The comparison does not exist')
    return comparison
  }
  const cells = () => listCells(db, DEFAULT_WORKSPACE, id)
  const fill = () =>
    insertCells(
      db,
      DEFAULT_WORKSPACE,
      id,
      PLAN.variants.flatMap(({ key: variant }) =>
        PLAN.cases.map(({ key }) => {
          return { variant, case_key: key, repeat: 0, fingerprint: `${id} ${key}` }
        }),
      ),
    )
  const start = async (cell: MaybeCell, queries: Queries = db) => {
    const runId = v7()
    await queries
      .updateTable('comparison_cells')
      .set({ status: 'running', run_id: runId, batch_id: null })
      .where('id', '=', cell?.id ?? '')
      .execute()
    return runId
  }
  const answer = async (cell: MaybeCell, queries: Queries = db) => {
    const runId = await start(cell, queries)
    const result = { ...RESULT, output: { answer: `yes ${runId}` } }
    await completeCell(queries, { id: cell?.id ?? '', run_id: runId }, 'success', result)
  }
  const findBaselineRun = async (cell: CellRow) =>
    (await cells()).find((other) => other.variant === 'a' && other.case_key === cell.case_key)
      ?.run_id
  const pairKey = async (cell: CellRow) => ({
    workspace_id: DEFAULT_WORKSPACE,
    comparison_id: id,
    run_id: cell.run_id ?? '',
    against_run_id: (await findBaselineRun(cell)) ?? '',
    fingerprint: verdictFingerprint(pairwise, {
      input: { question: cell.case_key },
      reference: null,
    }),
  })

  const judge = async (cell: CellRow) => {
    const key = await pairKey(cell)
    await insertVerdict(db, key, { version: 'v', asked: toJson([]) })
    const evaluation = { status: 'passed', reason: cell.case_key } as const
    const spending = { cost: null, pricedCost: 7, unpriced: 1 }
    const usage = { ...ZERO_USAGE, input: 3, audioCached: 1 }
    await completeVerdict(db, key, { evaluation, isFailed: false, usage, spending })
  }

  await fill()
  await setToWork(db, await row(), { only: {} }, { isRunning: false })
  return {
    db,
    row,
    cells,
    partialOutputs,
    start,
    answer,
    fail: (cell: CellRow) =>
      failCells(db, [cell], { code: 'BAD_REQUEST', message: 'No', retryable: false }),
    queueRerun: (cell: CellRow) => queueReruns(db, [{ cell, isForced: false }]),
    restorePrevious: async () => restorePreviousResults(db, await cells()),
    reuse: async (cell: CellRow) => {
      const source = (await cells()).find(
        ({ status, case_key }) => status === 'success' && case_key === cell.case_key,
      )
      if (source) await reuseResult(db, cell.id, source)
    },
    send: (cell: CellRow) =>
      insertBatch(
        db,
        {
          id: v7(),
          workspace_id: DEFAULT_WORKSPACE,
          comparison_id: id,
          connection: 'l',
          model: 'm',
        },
        [{ cell, runId: v7(), body: {} }],
      ),
    rate: async (cell: CellRow, passes: boolean | null) => {
      if (cell.run_id) await rate(db, { ...cell, run_id: cell.run_id }, people, passes)
    },
    async judgeCase(cell: MaybeCell) {
      const listSiblings = async () =>
        (await cells()).filter(({ case_key }) => case_key === cell?.case_key)
      for (const sibling of await listSiblings()) await answer(sibling)
      for (const sibling of await listSiblings()) await judge(sibling)
    },
    unjudge: async (cell: CellRow) => deleteVerdict(db, await pairKey(cell)),
    vote: async (cell: CellRow, winner: PairVote['winner'] | null) => {
      const first = await findBaselineRun(cell)
      if (!first || !cell.run_id || cell.variant === 'a') return
      const pair = { workspace_id: DEFAULT_WORKSPACE, comparison_id: id }
      await storeVote(db, { ...pair, first, second: cell.run_id }, winner)
    },
    stream: (cell: CellRow, text: string) => void partialOutputs.set(cell.run_id ?? '', text),
    setStatus: (status: ComparisonDetail['status']) => setStatus(db, DEFAULT_WORKSPACE, id, status),
    async restart() {
      await dequeueCells(db, await cells())
      await setToWork(db, await row(), { only: {} }, { isRunning: false })
      await fill()
    },
    async edit(fields: Partial<ComparisonPlan>) {
      const before = await row()
      await editComparison(db, before, { revision: before.revision, plan: { ...plan, ...fields } })
    },
  }
}

const RESULT = {
  error: null,
  latencyMs: 1,
  firstTokenMs: 1,
  usage: ZERO_USAGE,
  cost: 0,
  calls: [],
}

export const readDetail = async ({
  db,
  row,
  partialOutputs,
}: ChangingComparison): Promise<ComparisonDetail> =>
  toDetail(db, await row(), { partialOutput: (runId) => partialOutputs.get(runId) ?? '' })

export const readChanges = async (
  { db, row, partialOutputs }: ChangingComparison,
  since: string,
): Promise<ComparisonChanges> =>
  toChanges(db, await row(), { since, partialOutput: (runId) => partialOutputs.get(runId) ?? '' })

type ChangeAction = (comparison: ChangingComparison, cell: CellRow) => unknown
const actions: ChangeAction[] = [
  (comparison, cell) => comparison.start(cell),
  (comparison, cell) => comparison.answer(cell),
  (comparison, cell) => comparison.answer(cell),
  (comparison, cell) => comparison.answer(cell),
  (comparison, cell) => comparison.fail(cell),
  (comparison, cell) => comparison.queueRerun(cell),
  (comparison) => comparison.restorePrevious(),
  (comparison, cell) => comparison.reuse(cell),
  (comparison, cell) => comparison.send(cell),
  (comparison, cell) => comparison.rate(cell, true),
  (comparison, cell) => comparison.rate(cell, null),
  (comparison, cell) => comparison.judgeCase(cell),
  (comparison, cell) => comparison.unjudge(cell),
  (comparison, cell) => comparison.vote(cell, 'second'),
  (comparison, cell) => comparison.vote(cell, null),
  async (comparison, cell) => {
    await comparison.start(cell)
    const started = (await comparison.cells()).find(({ id }) => id === cell.id)
    if (started) comparison.stream(started, 'so far')
  },
  (comparison, cell) => comparison.stream(cell, ''),
  (comparison) => comparison.setStatus('stopped'),
  (comparison) => comparison.setStatus('running'),
  (comparison) => comparison.restart(),
  (comparison) => comparison.edit({ cases: PLAN.cases.slice(1) }),
  (comparison) => comparison.edit({}),
]

/** Each event applies to one cell or to all. */
export const events = fc
  .tuple(fc.constantFrom(...actions), fc.nat(3))

  .map(([act, index]) => async (comparison: ChangingComparison) => {
    const cells = await comparison.cells()
    const cell = cells.toSorted((a, b) => (a.id < b.id ? -1 : 1))[index % Math.max(1, cells.length)]
    if (cell) await act(comparison, cell)
  })
