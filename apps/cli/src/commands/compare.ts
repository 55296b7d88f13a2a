import { writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type ComparisonDetail,
  type ComparisonVerdict,
  namedSentence,
  MetricId,
} from '@lathe/contract'
import { CliError } from '../cli-error.ts'
import { type Connection, type Context, connect } from '../context.ts'
import { ORPCError } from '@orpc/client'
import { junit } from '../junit.ts'
import { json, spent, table } from '../text.ts'
import { versionOf } from './run.ts'
import { refuseUnjudged } from './unjudged.ts'

export type CompareOptions = {
  failOn?: string
  by?: string
  version?: string
  fresh?: true
  excludeErrors?: true
  junit?: string
  json?: true
}

const POLL_MS = 500

/** Runs pending cells, prints the verdict on each variant, and fails on a regression if asked to. */
export async function compareRun(
  context: Context,
  asked: string,
  options: CompareOptions,
): Promise<void> {
  const { failOn, by } = options
  if (failOn !== undefined && failOn !== 'regress') {
    throw new CliError('--fail-on accepts only `regress`', { exitCode: 2 })
  }
  // Earlier versions named the metrics `checks` and `check:<key>`.
  const metric = MetricId.optional().safeParse(by?.replace(/^check(?=s$|:)/, 'evaluator'))
  if (!metric.success) {
    throw new CliError('--by must be evaluators, evaluator:<key>, latency, cost or tokens', {
      exitCode: 2,
    })
  }
  const { client, url } = connect(context)
  const started = await start(client, { id: asked, metric: metric.data, options })
  const { id, name, plan, grid, stopReason } = await finished(context, client, started)
  const verdict = await client.comparisons.verdict({
    id,
    by: metric.data,
    ...(options.excludeErrors && { errors: 'exclude' as const }),
  })
  if (options.junit !== undefined) writeReport(options.junit, junit(name, verdict, plan.cases))
  context.out(options.json ? json({ id, name, ...verdict }) : summary(verdict))
  context.err(`${url}/compare/${id}\n`)
  refuseUnfinished(verdict, stopReason)
  const worse = verdict.variants.filter(({ isRegression }) => isRegression)
  if (failOn === undefined) return
  if (worse.length === 0) return refuseUnjudged(verdict, grid)
  const sentences = worse.map(({ reason, sentence }) => reason ?? sentence)
  throw new CliError(`Regressed\n${sentences.join('\n')}`)
}

function writeReport(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CliError(`The report could not be written: ${reason}`, { exitCode: 2 })
  }
}

const ALONE = 'The comparison has only one variant, so there is no baseline to compare it with'
const ALONE_HINT = {
  hint: 'Add a variant, or save it as a regression suite and run that.',
  exitCode: 2,
} as const

type Asked = { id: string; metric: MetricId | undefined; options: CompareOptions }

/** A suite starts a new comparison; a comparison runs its pending cells. */
async function start(
  client: Connection['client'],
  { id, metric, options: { version, fresh, failOn } }: Asked,
): Promise<ComparisonDetail> {
  try {
    // Check the metric before paying for any run: without one there is no verdict.
    const { variants } = await client.comparisons.verdict({ id, by: metric })
    if (failOn !== undefined && variants.length === 1) throw new CliError(ALONE, ALONE_HINT)
  } catch (error) {
    if (!(error instanceof ORPCError && error.code === 'NO_SUCH_COMPARISON')) throw error
    const named = version === undefined ? {} : { version: versionOf(version) }
    const run = await client.suites
      .run({ id, by: metric, rerun: fresh, ...named })
      .catch(throwStartError)
    return await client.comparisons.get({ id: run.id })
  }
  if (version !== undefined) {
    throw new CliError('--version applies to suites only: a comparison defines its own versions', {
      exitCode: 2,
    })
  }
  return await client.comparisons.run({ id, rerun: fresh })
}

/** Exits with 2, so that CI does not mistake it for a regression. */
function throwStartError(error: unknown): never {
  if (error instanceof ORPCError && error.code === 'NO_SUCH_VERSION') {
    throw new CliError('The agent of the suite has no such version', { exitCode: 2 })
  }
  if (!(error instanceof ORPCError && error.code === 'NO_SUCH_SUITE')) throw error
  throw new CliError('There is neither a comparison nor a suite with this id', { exitCode: 2 })
}

async function finished(
  { err }: Context,
  client: Connection['client'],
  started: ComparisonDetail,
): Promise<ComparisonDetail> {
  let comparison = started
  for (let told = ''; ;) {
    const { done, total, failed } = comparison.cells
    const line = `${done} of ${total}${failed > 0 ? `, ${failed} failed` : ''}\n`
    if (line !== told) err(line)
    told = line
    if (comparison.status !== 'running') return comparison
    await wait(POLL_MS)
    comparison = await client.comparisons.get({ id: comparison.id })
  }
}

/** Fails unless every cell has run. */
function refuseUnfinished(
  { status, cells }: ComparisonVerdict,
  reason: ComparisonDetail['stopReason'],
): void {
  // Another user may have added cells while this command waited.
  if (status === 'done' && cells.done === cells.total) return
  const told = `${cells.done} of ${cells.total} cells`
  throw reason === 'budget'
    ? new CliError(`The budget was used up after ${told}`, { hint: 'Raise the budget.' })
    : new CliError(`The comparison stopped after ${told}`, { hint: 'Run it again.' })
}

function summary({ by, variants, caveat }: ComparisonVerdict): string {
  const rows = variants.map(({ name, passRate, latencyP50, errors, ...took }) => [
    name,
    passRate === null ? '' : rateText(passRate),
    latencyP50 === null ? '' : `${Math.round(latencyP50)} ms`,
    `${spent({ cost: took.costPerRun, pricedCost: took.pricedCostPerRun })} a run`,
    errors === 0 ? '' : `${errors} failed${reasonOf(took.cases)}`,
  ])
  const said = variants.filter(({ ruling }) => ruling !== null).map(namedSentence)
  const sentences = caveat === null ? said : [...said, caveat]
  return `By ${by.name}\n${table(rows)}${sentences.map((one) => `${one}\n`).join('')}`
}

/** The first failed run's message. The report lists the rest. */
function reasonOf(cases: ComparisonVerdict['variants'][number]['cases']): string {
  const [first] = cases.flatMap(({ errors }) => errors)
  return first === undefined ? '' : `: ${first.split('\n')[0] ?? ''}`
}

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`

const rateText = ({
  rate,
  low,
  high,
}: NonNullable<ComparisonVerdict['variants'][number]['passRate']>): string =>
  `${percent(rate)} (${percent(low)} to ${percent(high)})`
