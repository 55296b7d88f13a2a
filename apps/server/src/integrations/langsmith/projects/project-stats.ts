import { toIso } from '@lathe/traces'
import type { Queries } from '../../../platform/db/db.ts'
import { feedbackStats } from '../feedback/feedback-stats.ts'
import { toWireFeedback } from '../feedback/wire-feedback.ts'
import { knownDollars, percentile } from '../runs/run-stats.ts'

/** Traces and feedback that are looked at, at most: the newest of each. */
const MOST = 10_000

export async function projectStats(db: Queries, workspaceId: string, projectId: string) {
  const [traces, feedback] = await Promise.all([
    db
      .selectFrom('traces')
      .select(['started_at', 'ended_at', 'first_token_at', 'usage_input', 'usage_output'])
      .select(['cost_nanos', 'unpriced', 'status'])
      .where('workspace_id', '=', workspaceId)
      .where('project_id', '=', projectId)
      .orderBy('started_at', 'desc')
      .limit(MOST)
      .execute(),
    db
      .selectFrom('feedback')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('project_id', '=', projectId)
      .where('comparative_id', 'is', null)
      .orderBy('created_at', 'desc')
      .limit(MOST)
      .execute(),
  ])
  const secondsTo = (end: 'ended_at' | 'first_token_at') =>
    traces.flatMap((trace) => {
      const at = trace[end]
      return at === null ? [] : [(at - trace.started_at) / 1e6]
    })
  const sum = (name: 'usage_input' | 'usage_output') =>
    traces.reduce((total, trace) => total + trace[name], 0)
  const share = (count: number) => (traces.length === 0 ? null : count / traces.length)
  const [newest] = traces
  const latencies = secondsTo('ended_at')
  const firstTokens = secondsTo('first_token_at')
  const given = feedback.map(toWireFeedback)
  return {
    run_count: traces.length,
    latency_p50: percentile(latencies, 0.5),
    latency_p99: percentile(latencies, 0.99),
    first_token_p50: percentile(firstTokens, 0.5),
    first_token_p99: percentile(firstTokens, 0.99),
    prompt_tokens: sum('usage_input'),
    completion_tokens: sum('usage_output'),
    total_tokens: sum('usage_input') + sum('usage_output'),
    total_cost: knownDollars(traces),
    error_rate: share(traces.filter(({ status }) => status === 'error').length),
    streaming_rate: share(firstTokens.length),
    last_run_start_time: newest ? toIso(newest.started_at) : null,
    feedback_stats: feedbackStats(given.filter(({ run_id }) => run_id !== null)),
    session_feedback_stats: feedbackStats(given.filter(({ run_id }) => run_id === null)),
  }
}
