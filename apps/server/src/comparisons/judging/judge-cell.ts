import { type Evaluator, noUsage } from '@lathe/contract'
import { v7 } from 'uuid'
import { fromJson, toJson } from '../../platform/db/json.ts'
import { DRAINING } from '../../platform/jobs/jobs.ts'
import { makeVerdict, runsFor } from './make-verdict.ts'
import type { JudgeContext } from './making.ts'
import { checkVersion } from './place.ts'
import type { Shown } from './shown.ts'
import {
  deleteVerdict,
  findTwinVerdict,
  findVerdict,
  finishVerdict,
  insertVerdict,
  type VerdictPlace,
} from './verdicts.store.ts'

export type Judgement = {
  evaluator: Evaluator
  place: VerdictPlace
  shown: Shown
  /** Takes what any comparison has paid for already. */
  reuse: boolean
}

/** Brings a verdict to its end: there already, by a twin, by the runs a judge had begun before a crash, or anew. */
export async function judgeCell(
  context: JudgeContext,
  { evaluator, place, shown, reuse }: Judgement,
  signal: AbortSignal,
): Promise<void> {
  const { db } = context
  const known = await findVerdict(db, place)
  if (known && known.status !== 'asking') return
  const version = checkVersion(evaluator)
  const twin = reuse && !known ? await findTwinVerdict(db, place) : undefined
  if (twin) {
    const { status, asked, evaluation } = twin
    const kept = { status, asked, evaluation, version, is_reused: 1, usage: toJson(noUsage) }
    return await insertVerdict(db, place, kept)
  }
  const asked = known
    ? fromJson(known.asked)
    : Array.from({ length: runsFor(evaluator) }, () => v7())
  if (!known) await insertVerdict(db, place, { version, asked: toJson(asked) })
  const making = { comparisonId: place.comparison_id, shown, asked }
  try {
    const outcome = await makeVerdict(context, evaluator, making, signal)
    if (outcome) await finishVerdict(db, place, outcome)
  } catch (error) {
    if (signal.reason !== DRAINING) await deleteVerdict(db, place)
    if (!signal.aborted) throw error
  }
}
