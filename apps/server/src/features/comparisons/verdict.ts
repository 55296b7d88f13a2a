import { Worker } from 'node:worker_threads'
import type { ComparisonDetail, ComparisonPlan, ComparisonVerdict } from '@lathe/contract'
import { ALL_CHECKS, conclude, type Yardstick, yardsticksOf } from '@lathe/verdicts'

/** So many are worked out before a thread would have started. */
const FEW_CELLS = 500

/** What was asked for; without a word what the checks say, never what a run took. */
export function chosenYardstick(
  { checks }: Pick<ComparisonPlan, 'checks'>,
  by: string | undefined,
): { yardstick: Yardstick | undefined; all: string[] } {
  const all = yardsticksOf(checks)
  const judging = ({ measure }: Yardstick) => measure === 'pass' || measure === 'score'
  const named = all.find(({ id }) => id === by)
  const judged = all.filter(judging)
  // Where there is one check, all of them together are that one.
  const isUnnamed = by === undefined || (by === ALL_CHECKS && judged.length === 1)
  return {
    yardstick: named ?? (isUnnamed ? judged[0] : undefined),
    all: all.map(({ id }) => id),
  }
}

export async function toVerdict(
  { status, cells, plan, grid }: ComparisonDetail,
  by: Yardstick,
): Promise<ComparisonVerdict> {
  const question = { plan, grid, by }
  const variants = grid.length <= FEW_CELLS ? conclude(plan, grid, by) : await inThread(question)
  return { status, by, cells, variants }
}

export type VerdictQuestion = Pick<ComparisonDetail, 'plan' | 'grid'> & { by: Yardstick }

const inThread = (question: VerdictQuestion): Promise<ComparisonVerdict['variants']> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./verdict-thread.ts', import.meta.url), {
      workerData: question,
      name: 'verdict',
    })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The thread ended without a verdict')))
  })
