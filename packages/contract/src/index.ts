import { agents } from './agents/agents.ts'
import { alerts } from './traces/alerts.ts'
import { capsules } from './runs/capsules.ts'
import { comparisons } from './comparisons/comparisons.ts'
import { forwarding } from './traces/forwarding.ts'
import { datasets } from './datasets/datasets.ts'
import { experiments } from './datasets/experiments.ts'
import { mcp } from './tools/mcp.ts'
import { knowledge } from './knowledge/knowledge.ts'
import { memory } from './knowledge/memory.ts'
import { metrics } from './traces/metrics.ts'
import { listPrices } from './models/list-prices.ts'
import { models } from './models/models.ts'
import { prompts } from './models/prompts.ts'
import { replayBatches } from './runs/replay-batches.ts'
import { replays } from './runs/replays.ts'
import { repricing } from './traces/repricing.ts'
import { retention } from './traces/retention.ts'
import { runs } from './runs/runs.ts'
import { savedViews } from './traces/saved-views.ts'
import { feedbackConfigs } from './traces/feedback-scales.ts'
import { suites } from './comparisons/suites.ts'
import { system } from './system.ts'
import { threads } from './runs/threads.ts'
import { tools } from './tools/tools.ts'
import { traceDifferences } from './traces/trace-differences.ts'
import { tracePage } from './traces/trace-page.ts'
import { traces } from './traces/traces.ts'

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

export * from '@lathe/nodes/schemas'
export * from './agents/agents.ts'
export * from './traces/alerts.ts'
export * from './agents/called-agents.ts'
export * from './runs/capsules.ts'
export * from './knowledge/collections.ts'
export * from './datasets/column-types.ts'
export * from './common.ts'
export * from './comparisons/comparison-batches.ts'
export * from './comparisons/comparison-changes.ts'
export * from './comparisons/comparison-cells.ts'
export * from './comparisons/comparison-variants.ts'
export { CellSelection } from './comparisons/comparison-selection.ts'
export * from './comparisons/comparison-status.ts'
export * from './comparisons/comparison-verdict.ts'
export * from './comparisons/comparison-votes.ts'
export * from './comparisons/comparisons.ts'
export * from './datasets/datasets.ts'
export * from './models/dollars.ts'
export * from './traces/environments.ts'
export * from './traces/former-names.ts'
export * from './errors.ts'
export * from './comparisons/evaluators.ts'
export * from './datasets/examples.ts'
export * from './traces/exchanges.ts'
export * from './datasets/experiments.ts'
export * from './values/file-types.ts'
export * from './values/fold-text.ts'
export * from './traces/forwarding.ts'
export * from './graph-document/document.ts'
export * from './graph-document/live-threads.ts'
export * from './graph-document/problems.ts'
export * from './runs/interrupts.ts'
export * from './knowledge/knowledge.ts'
export * from './limits.ts'
export * from './tools/mcp.ts'
export * from './knowledge/memory.ts'
export * from './runs/messages.ts'
export * from './traces/metrics.ts'
export { ListPrice } from './models/list-prices.ts'
export * from './models/demo-connection.ts'
export * from './models/models.ts'
export * from './values/pictures.ts'
export * from './models/prompts.ts'
export * from './runs/replay-batches.ts'
export * from './tools/openapi-import.ts'
export * from './runs/replays.ts'
export * from './traces/repricing.ts'
export * from './traces/retention.ts'
export * from './runs/run-events.ts'
export * from './runs/run-status.ts'
export * from './runs/run-options.ts'
export * from './runs/runs.ts'
export * from './traces/saved-views.ts'
export * from './values/secrets.ts'
export * from './traces/feedback-scales.ts'
export * from './traces/outline.ts'
export * from './traces/shared-trace.ts'
export * from './traces/spans.ts'
export * from './traces/spending.ts'
export * from './values/split-data-url.ts'
export * from './comparisons/suites.ts'
export * from './system.ts'
export * from './runs/recording-miss.ts'
export * from './runs/threads.ts'
export * from './tools/media-tools.ts'
export * from './tools/tool-config.ts'
export * from './tools/tools.ts'
export * from './traces/trace-differences.ts'
export * from './traces/trace-export.ts'
export * from './traces/trace-filter.ts'
export * from './traces/trace-import.ts'
export * from './traces/trace-page.ts'
export * from './traces/traces.ts'
export * from './values/is-json-object.ts'
export * from './values/json-depth.ts'
export * from './values/unsafe-keys.ts'
export * from './traces/usage-sums.ts'
export * from './traces/usage.ts'
