import { type AlertPreview, type AlertRule, alertWindows } from '@lathe/contract'
import type { Db } from '../../platform/db/db.ts'
import {
  addStats,
  decide,
  emptyStats,
  type EvaluationState,
  isBeyond,
  measureValue,
} from './rule-evaluation.ts'
import { readIntervalStats } from './interval-stats.store.ts'

type Rule = Omit<AlertRule, 'threshold'> & { threshold: number | null }

/** Computes the evaluations an alert would have had. */
export async function previewAlert(
  db: Db,
  workspaceId: string,
  rule: Rule,
  now: number,
): Promise<AlertPreview> {
  const { length, step, previewRange } = alertWindows[rule.window]
  const to = Math.floor(now / step) * step
  const from = to - previewRange
  const firstWindowStart = from - length
  const intervals = await readIntervalStats(db, workspaceId, rule, {
    from: firstWindowStart,
    to,
    width: step,
  })
  const stepsPerWindow = length / step
  const points: AlertPreview['points'] = []
  const stats = emptyStats()
  for (let index = 0; index < stepsPerWindow; index++) addStats(stats, intervals.get(index))
  for (let evaluation = 1; evaluation <= previewRange / step; evaluation++) {
    addStats(stats, intervals.get(evaluation - 1), -1)
    addStats(stats, intervals.get(evaluation - 1 + stepsPerWindow))
    points.push({
      at: from + evaluation * step,
      value: measureValue(rule, stats),
      count: stats.count,
    })
  }
  return { from, to, step, points, incidents: simulateIncidents(rule, points) }
}

function simulateIncidents(rule: Rule, points: AlertPreview['points']): AlertPreview['incidents'] {
  const incidents: AlertPreview['incidents'] = []
  let state: EvaluationState = { state: 'waiting', calm: 0 }
  for (const { at, value } of points) {
    const { event, ...nextState } = decide(state, value, isBeyond(rule, value))
    const lastIncident = incidents.at(-1)
    if (event === 'firing') incidents.push({ from: at, to: null })
    if (event === 'resolved' && lastIncident) lastIncident.to = at
    state = nextState
  }
  return incidents
}
