import { agents } from './agents.ts'
import { alerts } from './alerts.ts'
import { capsules } from './capsules.ts'
import { comparisons } from './comparisons.ts'
import { forwarding } from './forwarding.ts'
import { datasets } from './datasets.ts'
import { experiments } from './experiments.ts'
import { mcp } from './mcp.ts'
import { knowledge } from './knowledge.ts'
import { memory } from './memory.ts'
import { metrics } from './metrics.ts'
import { listPrices } from './list-prices.ts'
import { models } from './models.ts'
import { prompts } from './prompts.ts'
import { replayBatches } from './replay-batches.ts'
import { replays } from './replays.ts'
import { repricing } from './repricing.ts'
import { retention } from './retention.ts'
import { runs } from './runs.ts'
import { savedViews } from './saved-views.ts'
import { feedbackConfigs } from './feedback-configs.ts'
import { suites } from './suites.ts'
import { system } from './system.ts'
import { threads } from './threads.ts'
import { tools } from './tools.ts'
import { traceDifferences } from './trace-differences.ts'
import { tracePage } from './trace-page.ts'
import { traces } from './traces.ts'

export const contract = {
  agents,
  alerts,
  runs,
  threads,
  savedViews,
  feedbackConfigs,
  retention,
  traces: { ...traces, ...tracePage, ...traceDifferences },
  replays,
  replayBatches,
  capsules,
  comparisons,
  suites,
  datasets,
  experiments,
  models: { ...models, ...listPrices, ...repricing },
  prompts,
  mcp,
  knowledge,
  memory,
  metrics,
  forwarding,
  tools,
  system,
}

export * from './agents.ts'
export * from './alerts.ts'
export * from './callees.ts'
export * from './capsules.ts'
export * from './collections.ts'
export * from './column-types.ts'
export * from './common.ts'
export * from './comparison-batches.ts'
export * from './comparison-changes.ts'
export * from './comparison-cells.ts'
export * from './comparison-variants.ts'
export { CellSelection } from './comparison-selection.ts'
export * from './comparison-status.ts'
export * from './comparison-verdict.ts'
export * from './comparison-votes.ts'
export * from './comparisons.ts'
export * from './datasets.ts'
export * from './dollars.ts'
export * from './environments.ts'
export * from './errors.ts'
export * from './evaluators.ts'
export * from './examples.ts'
export * from './exchanges.ts'
export * from './experiments.ts'
export * from './file-types.ts'
export * from './fold-text.ts'
export * from './forwarding.ts'
export * from './graph-document/document.ts'
export * from './graph-document/live-threads.ts'
export * from './graph-document/model.ts'
export * from './graph-document/nodes.ts'
export * from './graph-document/problems.ts'
export * from './graph-document/state.ts'
export * from './interrupts.ts'
export * from './knowledge.ts'
export * from './limits.ts'
export * from './mcp.ts'
export * from './memory.ts'
export * from './messages.ts'
export * from './metrics.ts'
export { ListPrice } from './list-prices.ts'
export * from './demo-connection.ts'
export * from './models.ts'
export * from './pictures.ts'
export * from './prompts.ts'
export * from './replay-batches.ts'
export * from './openapi-import.ts'
export * from './replays.ts'
export * from './repricing.ts'
export * from './retention.ts'
export * from './run-events.ts'
export * from './run-status.ts'
export * from './run-steering.ts'
export * from './runs.ts'
export * from './saved-views.ts'
export * from './secrets.ts'
export * from './feedback-configs.ts'
export * from './skeleton.ts'
export * from './spans.ts'
export * from './spending.ts'
export * from './split-data-url.ts'
export * from './suites.ts'
export * from './system.ts'
export * from './tape-miss.ts'
export * from './threads.ts'
export * from './media-tools.ts'
export * from './tool-config.ts'
export * from './tools.ts'
export * from './trace-differences.ts'
export * from './trace-export.ts'
export * from './trace-filter.ts'
export * from './trace-import.ts'
export * from './trace-page.ts'
export * from './traces.ts'
export * from './too-deep.ts'
export * from './unsafe-keys.ts'
export * from './usage-sums.ts'
export * from './usage.ts'
