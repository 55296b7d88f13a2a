import type { HumanEvaluator } from '@lathe/contract'
import type { Queries } from '../../platform/db/db.ts'
import { toJson } from '../../platform/db/json.ts'
import type { CellRow } from '../runner/cells.store.ts'
import { free } from './making.ts'
import { checkVersion, verdictFingerprint } from './place.ts'
import { deleteVerdict, finishVerdict, insertVerdict } from './verdicts.store.ts'

const nothing = { input: {}, reference: null }

/** The newest word counts; null takes it back. */
export async function rate(
  db: Queries,
  cell: CellRow & { run_id: string },
  evaluator: HumanEvaluator,
  passes: boolean | null,
): Promise<void> {
  const place = {
    workspace_id: cell.workspace_id,
    comparison_id: cell.comparison_id,
    run_id: cell.run_id,
    against_run_id: '',
    fingerprint: verdictFingerprint(evaluator, nothing),
  }
  if (passes === null) return await deleteVerdict(db, place)
  await insertVerdict(db, place, { version: checkVersion(evaluator), asked: toJson([]) })
  const reason = passes ? 'a person said yes' : 'a person said no'
  const evaluation = { status: passes ? ('passed' as const) : ('failed' as const), reason }
  await finishVerdict(db, place, { ...free, evaluation })
}
