import { metricsFeedback } from './metric-feedback.ts'
import { metricsGroups } from './metric-groups.ts'
import { metricsSeries } from './metric-points.ts'
import { metricsPerRun } from './metrics-per-run.ts'
import { api } from '../../api/context.ts'
import { invalidInput } from '../../platform/http/errors.ts'

export const metricRoutes = {
  series: api.metrics.series.handler(({ input, context }) => {
    requireForwardRange(input)
    return metricsSeries(context.db, context.workspaceId, input, input.bucket)
  }),

  groups: api.metrics.groups.handler(({ input, context }) => {
    requireForwardRange(input)
    return metricsGroups(context.db, context.workspaceId, input, input)
  }),

  feedback: api.metrics.feedback.handler(({ input, context }) => {
    requireForwardRange(input)
    return metricsFeedback(context.db, context.workspaceId, input, input.bucket)
  }),

  perRun: api.metrics.perRun.handler(({ input, context }) => {
    requireForwardRange(input)
    return metricsPerRun(context.db, context.workspaceId, input)
  }),
}

type TimeRange = { from?: number | undefined; to?: number | undefined }

function requireForwardRange({ from = 0, to = Infinity }: TimeRange): void {
  if (to <= from) throw invalidInput('to', 'must be later than from')
}
