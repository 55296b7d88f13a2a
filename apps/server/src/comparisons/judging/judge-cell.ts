import {
  type CodeEvaluator,
  type ComparisonCase,
  type Evaluator,
  ZERO_USAGE,
} from '@lathe/contract'
import { v7 } from 'uuid'
import { fromJson, toJson } from '../../platform/db/json.ts'
import { DRAINING } from '../../platform/jobs/jobs.ts'
import { free, type JudgeContext, type Making } from './making.ts'
import { scopeOf, type Shown } from './shown.ts'
import {
  deleteVerdict,
  findTwinVerdict,
  findVerdict,
  finishVerdict,
  insertVerdict,
  type Outcome,
  type VerdictPlace,
} from './verdicts.store.ts'
import { byJudge } from './by-judge.ts'
import { bySimilarity } from './by-similarity.ts'
import { hash } from 'node:crypto'
import { canonicalJson } from '@lathe/graph'

export type Judgement = {
  evaluator: Evaluator
  place: VerdictPlace
  shown: Shown
  /** Reuse verdicts that any comparison has already paid for. */
  reuse: boolean
}

/**
 * Completes a verdict: takes a stored one, a twin's, or the result of judge runs that a crash
 * interrupted, or asks the judge.
 */
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
    const kept = { status, asked, evaluation, version, is_reused: 1, usage: toJson(ZERO_USAGE) }
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

/** The number of judge runs per verdict. */
const runsFor = ({ kind }: Evaluator): number =>
  kind === 'pairwise' ? 2 : kind === 'judge' ? 1 : 0

/** Returns undefined for rules and human evaluators. */
async function makeVerdict(
  context: JudgeContext,
  evaluator: Evaluator,
  making: Making,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  switch (evaluator.kind) {
    case 'code':
      return byCode(context, evaluator, making, signal)
    case 'similarity':
      return bySimilarity(context, evaluator, making, signal)
    case 'judge':
    case 'pairwise':
      return byJudge(context, evaluator, making, signal)
    default:
      return undefined
  }
}

async function byCode(
  { runCode }: JudgeContext,
  { source, gives }: CodeEvaluator,
  { shown }: Making,
  signal: AbortSignal,
): Promise<Outcome> {
  const { codeVerdict, reasonText, undecided } = await import('@lathe/evaluators')
  const ran = await runCode(source, await scopeOf(shown), signal)
  signal.throwIfAborted()
  const evaluation = ran.ok
    ? codeVerdict({ gives }, ran.value)
    : undecided(reasonText(ran.error.message))
  return { ...free, evaluation }
}

/** Identifies an evaluator by its content: a changed prompt, model or rule makes a new version. */
export const checkVersion = (evaluator: Evaluator): string =>
  digest(contentOf(evaluator)).slice(0, 12)

/**
 * Identifies an evaluator and its inputs. Human ratings stay valid when the case's reference is
 * edited.
 */
export const verdictFingerprint = (
  evaluator: Evaluator,
  { input, reference }: Pick<ComparisonCase, 'input' | 'reference'>,
): string =>
  digest(evaluator.kind === 'human' ? [evaluator] : [contentOf(evaluator), input, reference])

/** Ignores whether the prompt is stored in the registry. */
function contentOf(evaluator: Evaluator): Evaluator {
  if (evaluator.kind !== 'judge' && evaluator.kind !== 'pairwise') return evaluator
  const { from: _origin, ...content } = evaluator
  return content
}

const digest = (value: unknown): string => hash('sha256', canonicalJson(value), 'hex')
