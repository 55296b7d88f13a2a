import { agentRoutes } from '../agents/agents.routes.ts'
import { versionRoutes } from '../agents/versions.routes.ts'
import { alertRoutes } from '../traces/alerts/alerts.routes.ts'
import { suiteRoutes } from '../comparisons/suites/suites.routes.ts'
import { comparisonRoutes } from '../comparisons/api/comparisons.routes.ts'
import { datasetRoutes } from '../datasets/datasets.routes.ts'
import { exampleRoutes } from '../datasets/examples.routes.ts'
import { experimentRoutes } from '../datasets/experiments/experiments.routes.ts'
import { datasetVersionRoutes } from '../datasets/versions.routes.ts'
import { promptRoutes } from '../prompts/prompts.routes.ts'
import { promptVersionRoutes } from '../prompts/versions.routes.ts'
import { collectionRoutes } from '../knowledge/collections.routes.ts'
import { documentRoutes } from '../knowledge/documents.routes.ts'
import { memoryRoutes } from '../memory/memory.routes.ts'
import { metricRoutes } from '../traces/metrics/metrics.routes.ts'
import { connectionRoutes } from '../models/connections.routes.ts'
import { listPriceRoutes } from '../models/list-prices.routes.ts'
import { priceRoutes } from '../models/prices.routes.ts'
import { providerRoutes } from '../models/provider.routes.ts'
import { repricingRoutes } from '../traces/api/repricing.routes.ts'
import { forwardingRoutes } from '../traces/forwarding/forwarding.routes.ts'
import { batchRoutes } from '../runs/replay/batches.routes.ts'
import { capsuleRoutes } from '../runs/replay/capsule/capsule.routes.ts'
import { replayRoutes } from '../runs/replay/replays.routes.ts'
import { retentionRoutes } from '../traces/retention/retention.routes.ts'
import { runRoutes } from '../runs/api/runs.routes.ts'
import { turnRoutes } from '../runs/start/turns.routes.ts'
import { savedViewRoutes } from '../saved-views/saved-views.routes.ts'
import { feedbackConfigRoutes } from '../feedback-scales/feedback-configs.routes.ts'
import { systemRoutes } from '../system/system.routes.ts'
import { threadRoutes } from '../threads/threads.routes.ts'
import { mcpToolRoutes } from '../tools/mcp/mcp-tools.routes.ts'
import { mcpRoutes } from '../tools/mcp/mcp.routes.ts'
import { openApiRoutes } from '../tools/openapi/openapi.routes.ts'
import { toolRoutes } from '../tools/tools.routes.ts'
import { differenceRoutes } from '../traces/differences/differences.routes.ts'
import { feedbackRoutes } from '../traces/api/feedback.routes.ts'
import { shareRoutes } from '../traces/api/shares.routes.ts'
import { tracePayloadRoutes } from '../traces/api/trace-payloads.routes.ts'
import { traceRoutes } from '../traces/api/traces.routes.ts'
import { api } from './context.ts'

export const router = api.router({
  alerts: alertRoutes,
  agents: { ...agentRoutes, ...versionRoutes },
  models: {
    ...connectionRoutes,
    ...providerRoutes,
    ...priceRoutes,
    ...listPriceRoutes,
    ...repricingRoutes,
  },
  mcp: { ...mcpRoutes, ...mcpToolRoutes },
  knowledge: { ...collectionRoutes, ...documentRoutes },
  tools: { ...toolRoutes, ...openApiRoutes },
  system: systemRoutes,
  runs: runRoutes,
  replays: replayRoutes,
  replayBatches: batchRoutes,
  capsules: capsuleRoutes,
  comparisons: comparisonRoutes,
  suites: suiteRoutes,
  prompts: { ...promptRoutes, ...promptVersionRoutes },
  datasets: { ...datasetRoutes, ...exampleRoutes, ...datasetVersionRoutes },
  experiments: experimentRoutes,
  threads: { ...threadRoutes, ...turnRoutes },
  savedViews: savedViewRoutes,
  feedbackConfigs: feedbackConfigRoutes,
  retention: retentionRoutes,
  traces: {
    ...traceRoutes,
    ...tracePayloadRoutes,
    ...feedbackRoutes,
    ...shareRoutes,
    ...differenceRoutes,
  },
  metrics: metricRoutes,
  forwarding: forwardingRoutes,
  memory: memoryRoutes,
})

export type AppRouter = typeof router
