import { agentRoutes } from '../features/agents/agents.routes.ts'
import { versionRoutes } from '../features/agents/versions.routes.ts'
import { alertRoutes } from '../features/alerts/alerts.routes.ts'
import { suiteRoutes } from '../features/comparisons/suites/suites.routes.ts'
import { comparisonRoutes } from '../features/comparisons/comparisons.routes.ts'
import { datasetRoutes } from '../features/datasets/datasets.routes.ts'
import { exampleRoutes } from '../features/datasets/examples.routes.ts'
import { experimentRoutes } from '../features/datasets/experiments/experiments.routes.ts'
import { datasetVersionRoutes } from '../features/datasets/versions.routes.ts'
import { promptRoutes } from '../features/prompts/prompts.routes.ts'
import { promptVersionRoutes } from '../features/prompts/versions.routes.ts'
import { collectionRoutes } from '../features/knowledge/collections.routes.ts'
import { documentRoutes } from '../features/knowledge/documents.routes.ts'
import { memoryRoutes } from '../features/memory/memory.routes.ts'
import { metricRoutes } from '../features/metrics/metrics.routes.ts'
import { connectionRoutes } from '../features/models/connections.routes.ts'
import { listPriceRoutes } from '../features/models/list-prices.routes.ts'
import { priceRoutes } from '../features/models/prices.routes.ts'
import { providerRoutes } from '../features/models/provider.routes.ts'
import { repricingRoutes } from '../features/models/repricing.routes.ts'
import { forwardingRoutes } from '../features/forwarding/forwarding.routes.ts'
import { batchRoutes } from '../features/replays/batches.routes.ts'
import { capsuleRoutes } from '../features/replays/capsule/capsule.routes.ts'
import { replayRoutes } from '../features/replays/replays.routes.ts'
import { retentionRoutes } from '../features/retention/retention.routes.ts'
import { runRoutes } from '../features/runs/runs.routes.ts'
import { turnRoutes } from '../features/runs/turns.routes.ts'
import { savedViewRoutes } from '../features/saved-views/saved-views.routes.ts'
import { feedbackConfigRoutes } from '../features/feedback-configs/feedback-configs.routes.ts'
import { systemRoutes } from '../features/system/system.routes.ts'
import { threadRoutes } from '../features/threads/threads.routes.ts'
import { mcpToolRoutes } from '../features/tools/mcp/mcp-tools.routes.ts'
import { mcpRoutes } from '../features/tools/mcp/mcp.routes.ts'
import { openApiRoutes } from '../features/tools/openapi/openapi.routes.ts'
import { toolRoutes } from '../features/tools/tools.routes.ts'
import { differenceRoutes } from '../features/traces/differences/differences.routes.ts'
import { feedbackRoutes } from '../features/traces/feedback.routes.ts'
import { shareRoutes } from '../features/traces/shares.routes.ts'
import { tracePayloadRoutes } from '../features/traces/trace-payloads.routes.ts'
import { traceRoutes } from '../features/traces/traces.routes.ts'
import { api } from './api.ts'

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
