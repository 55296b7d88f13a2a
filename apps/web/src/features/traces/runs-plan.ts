import type { ComparisonCase, ComparisonPlan, RunDetail } from '@lathe/contract'
import { client } from '../../lib/api/api.ts'
import { errorCode } from '../../lib/api/describe-error.ts'
import { plural } from '../../lib/format/format.ts'

const CONCURRENCY = 8

type Input = ComparisonCase['input']
type RunWithInput = RunDetail & { input: Input }

/** A run resumed from a checkpoint has no input of its own. */
const hasInput = (run: RunDetail): run is RunWithInput =>
  run.agentSlug !== '' &&
  typeof run.input === 'object' &&
  run.input !== null &&
  !Array.isArray(run.input)

/**
 * Plans a comparison of the agent that most of the runs belong to, with their inputs as cases.
 * Reports the traces that cannot be cases.
 */
export async function buildRunsPlan(traceIds: readonly string[]) {
  const agentRuns = (await listRuns(traceIds)).filter(hasInput)
  const byAgent = [...Map.groupBy(agentRuns, ({ agentSlug }) => agentSlug).values()]
  const [runs = []] = byAgent.toSorted((a, b) => b.length - a.length)
  const [first] = runs
  if (!first) throw new Error('None of these traces is an agent run with its own input')
  const left = traceIds.length - runs.length
  const { agentSlug: agent, version, title } = first
  const variant = {
    key: 'v1',
    name: version === null ? 'Draft' : `v${version}`,
    base: { type: 'agent' as const, agent, version: version ?? ('draft' as const), overrides: {} },
  }
  const cases = runs.map(({ id: traceId, input }, index) => ({
    key: `c${index + 1}`,
    name: '',
    input,
    reference: null,
    traceId,
  }))
  return {
    name: runs.length === 1 ? title : `${agent}, ${runs.length} runs`,
    plan: { variants: [variant], cases, sameRecording: true } satisfies Partial<ComparisonPlan>,
    ...(left > 0 && {
      notes: [`${plural(left, 'trace')} left out: another agent, or no input`],
    }),
  }
}

/** In the given order, without external traces. */
async function listRuns(ids: readonly string[]): Promise<RunDetail[]> {
  const runs: (RunDetail | undefined)[] = []
  const pendingIds = [...ids.entries()]
  const next = async () => {
    for (let entry = pendingIds.shift(); entry; entry = pendingIds.shift()) {
      const [index, id] = entry
      runs[index] = await findRun(id)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, next))
  return runs.filter((run) => run !== undefined)
}

async function findRun(id: string): Promise<RunDetail | undefined> {
  try {
    return await client.runs.get({ id })
  } catch (error) {
    if (errorCode(error) === 'NO_SUCH_RUN') return undefined
    throw error
  }
}
