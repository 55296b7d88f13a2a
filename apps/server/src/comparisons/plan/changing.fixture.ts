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
import { failCells } from '../batches/collect.ts'
import {
  type CellRow,
  finishCell,
  forgetWaiting,
  insertCells,
  listCells,
  resetCells,
  reuseTwin,
} from '../runner/cells.store.ts'
import { toChanges } from './changes.ts'
import {
  editComparison,
  findComparison,
  insertComparison,
  setStatus,
  setToWork,
} from '../api/comparisons.store.ts'
import { toDetail } from '../api/detail.ts'
import { formerOf, giveBackFormer } from '../runner/shelf.ts'
import { verdictFingerprint } from '../judging/judge-cell.ts'
import { rate } from '../judging/judging.routes.ts'
import { deleteVerdict, finishVerdict, insertVerdict } from '../judging/verdicts.store.ts'
import { keepVote } from '../judging/votes.store.ts'

const people: HumanEvaluator = { kind: 'human', question: '' }
const pairwise = PairwiseEvaluator.parse({
  kind: 'pairwise',
  model: { connection: 'lane', name: 'demo-fast' },
  messages: [{ role: 'user', text: '{{first}} {{second}}' }],
})
const PLAN = planWith({
  variants: ['a', 'b'].map((key) => promptColumn(key, key)),
  cases: [caseRow('one'), caseRow('two')],
  checks: [
    { key: 'says', name: 'Says', evaluator: { kind: 'contains', texts: ['yes'] } },
    { key: 'people', name: 'People', evaluator: people },
    { key: 'pairs', name: 'Pairs', evaluator: pairwise },
  ],
})

type Picked = CellRow | undefined
export type World = Awaited<ReturnType<typeof changingComparison>>

/** Starts a comparison whose cells wait, and returns functions that change it. */
export async function changingComparison(db: Db, { hasPairs = true } = {}) {
  const plan = hasPairs ? PLAN : { ...PLAN, checks: PLAN.checks.slice(0, 2) }
  const id = await insertComparison(db, DEFAULT_WORKSPACE, 'Changing', plan)
  const said = new Map<string, string>()
  const row = async () => {
    const found = await findComparison(db, DEFAULT_WORKSPACE, id)
    if (!found) throw new Error('The comparison is gone')
    return found
  }
  const cells = () => listCells(db, DEFAULT_WORKSPACE, id)
  const fill = () =>
    insertCells(
      db,
      DEFAULT_WORKSPACE,
      id,
      PLAN.variants.flatMap(({ key: variant }) =>
        PLAN.cases.map(({ key }) => {
          const place = { variant, case_key: key, repeat: 0, is_anew: 0 }
          return { ...place, fingerprint: `${id} ${key}` }
        }),
      ),
    )
  const begin = async (cell: Picked, queries: Queries = db) => {
    const runId = v7()
    await queries
      .updateTable('comparison_cells')
      .set({ status: 'running', run_id: runId, batch_id: null })
      .where('id', '=', cell?.id ?? '')
      .execute()
    return runId
  }
  const answer = async (cell: Picked, queries: Queries = db) => {
    const runId = await begin(cell, queries)
    const result = { ...RESULT, output: { answer: `yes ${runId}` } }
    await finishCell(queries, { id: cell?.id ?? '', run_id: runId }, 'success', result)
  }
  const baselineOf = async (cell: CellRow) =>
    (await cells()).find((one) => one.variant === 'a' && one.case_key === cell.case_key)?.run_id
  const pairPlace = async (cell: CellRow) => ({
    workspace_id: DEFAULT_WORKSPACE,
    comparison_id: id,
    run_id: cell.run_id ?? '',
    against_run_id: (await baselineOf(cell)) ?? '',
    fingerprint: verdictFingerprint(pairwise, {
      input: { question: cell.case_key },
      reference: null,
    }),
  })

  const judge = async (cell: CellRow) => {
    const place = await pairPlace(cell)
    await insertVerdict(db, place, { version: 'v', asked: toJson([]) })
    const evaluation = { status: 'passed', reason: cell.case_key } as const
    const spent = { cost: null, pricedCost: 7, unpriced: 1 }
    const usage = { ...ZERO_USAGE, input: 3, audioCached: 1 }
    await finishVerdict(db, place, { evaluation, isFailed: false, usage, spent })
  }

  await fill()
  await setToWork(db, await row(), { only: {} }, { besides: false })
  return {
    db,
    row,
    cells,
    said,
    begin,
    answer,
    fail: (cell: CellRow) =>
      failCells(db, [cell], { code: 'BAD_REQUEST', message: 'No', retryable: false }),
    reset: (cell: CellRow) => resetCells(db, [{ ...cell, former: formerOf(cell) }]),
    giveBack: async () => giveBackFormer(db, await cells()),
    reuse: async (cell: CellRow) => {
      const twin = (await cells()).find(
        ({ status, case_key: key }) => status === 'success' && key === cell.case_key,
      )
      if (twin) await reuseTwin(db, cell.id, twin)
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
    async judgeCase(cell: Picked) {
      const sameCase = async () =>
        (await cells()).filter(({ case_key: key }) => key === cell?.case_key)
      for (const one of await sameCase()) await answer(one)
      for (const one of await sameCase()) await judge(one)
    },
    unjudge: async (cell: CellRow) => deleteVerdict(db, await pairPlace(cell)),
    vote: async (cell: CellRow, winner: PairVote['winner'] | null) => {
      const first = await baselineOf(cell)
      if (!first || !cell.run_id || cell.variant === 'a') return
      const pair = { workspace_id: DEFAULT_WORKSPACE, comparison_id: id }
      await keepVote(db, { ...pair, first, second: cell.run_id }, winner)
    },
    say: (cell: CellRow, text: string) => void said.set(cell.run_id ?? '', text),
    setStatus: (status: ComparisonDetail['status']) => setStatus(db, DEFAULT_WORKSPACE, id, status),
    async beginAnew() {
      await forgetWaiting(db, await cells())
      await setToWork(db, await row(), { only: {} }, { besides: false })
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

export const wholeOf = async ({ db, row, said }: World): Promise<ComparisonDetail> =>
  toDetail(db, await row(), { said: (runId) => said.get(runId) ?? '' })

export const changesOf = async (
  { db, row, said }: World,
  since: string,
): Promise<ComparisonChanges> =>
  toChanges(db, await row(), { since, said: (runId) => said.get(runId) ?? '' })

type Happening = (world: World, cell: CellRow) => unknown
const happenings: Happening[] = [
  (world, cell) => world.begin(cell),
  (world, cell) => world.answer(cell),
  (world, cell) => world.answer(cell),
  (world, cell) => world.answer(cell),
  (world, cell) => world.fail(cell),
  (world, cell) => world.reset(cell),
  (world) => world.giveBack(),
  (world, cell) => world.reuse(cell),
  (world, cell) => world.send(cell),
  (world, cell) => world.rate(cell, true),
  (world, cell) => world.rate(cell, null),
  (world, cell) => world.judgeCase(cell),
  (world, cell) => world.unjudge(cell),
  (world, cell) => world.vote(cell, 'second'),
  (world, cell) => world.vote(cell, null),
  async (world, cell) => {
    await world.begin(cell)
    for (const one of await world.cells()) if (one.id === cell.id) world.say(one, 'so far')
  },
  (world, cell) => world.say(cell, ''),
  (world) => world.setStatus('stopped'),
  (world) => world.setStatus('running'),
  (world) => world.beginAnew(),
  (world) => world.edit({ cases: PLAN.cases.slice(1) }),
  (world) => world.edit({}),
]

/** Each event applies to one cell or to all. */
export const events = fc
  .tuple(fc.constantFrom(...happenings), fc.nat(3))
  .map(([happen, place]) => async (world: World) => {
    const cells = await world.cells()
    const cell = cells.toSorted((a, b) => (a.id < b.id ? -1 : 1))[place % Math.max(1, cells.length)]
    if (cell) await happen(world, cell)
  })
