import type {
  AgentsTable,
  AgentVersionsTable,
  DraftRevisionsTable,
  GraphsTable,
  WorkspacesTable,
} from './tables/agents.ts'
import type { AlertDeliveriesTable, AlertFiringsTable, AlertsTable } from './tables/alerts.ts'
import type {
  CheckpointBlobsTable,
  CheckpointsTable,
  CheckpointWritesTable,
  ValueBlocksTable,
} from './tables/checkpoints.ts'
import type { BatchRequestsTable, ComparisonBatchesTable } from './tables/comparison-batches.ts'
import type {
  ComparisonCellsTable,
  ComparisonsTable,
  ComparisonVerdictsTable,
  ComparisonVotesTable,
  EmbeddedTextsTable,
  SuitesTable,
} from './tables/comparisons.ts'
import type {
  DatasetExamplesTable,
  ExampleFilesTable,
  DatasetsTable,
  DatasetTagsTable,
  DatasetVersionsTable,
} from './tables/datasets.ts'
import type {
  AttachmentsTable,
  ComparativeExperimentsTable,
  DeletedProjectsTable,
  FeedbackTable,
  FeedbackTokensTable,
  ProjectsTable,
  RejectedItemsTable,
  TraceSharesTable,
} from './tables/external.ts'
import type { ForwardingOutboxTable, ForwardingsTable } from './tables/forwarding.ts'
import type { JobLeasesTable } from './tables/job-leases.ts'
import type { McpServersTable } from './tables/mcp-servers.ts'
import type {
  CollectionChunksTable,
  CollectionDocumentsTable,
  CollectionsTable,
} from './tables/knowledge.ts'
import type { ConnectionsTable, ModelPricesTable, SettingsTable } from './tables/models.ts'
import type {
  PromptGraphsTable,
  PromptLabelsTable,
  PromptsTable,
  PromptVersionsTable,
} from './tables/prompts.ts'
import type { SearchQueueTable } from './tables/search-queue.ts'
import type { SavedViewsTable } from './tables/saved-views.ts'
import type { FeedbackConfigsTable } from './tables/feedback-configs.ts'
import type { ReplayBatchesTable, ReplaysTable } from './tables/replays.ts'
import type { DeletedThreadsTable, RunEventsTable, RunsTable, ThreadsTable } from './tables/runs.ts'
import type { StoreItemsTable } from './tables/store.ts'
import type { ToolsTable } from './tables/tools.ts'
import type { ToolWritesTable } from './tables/tool-writes.ts'
import type {
  ExchangesTable,
  RollupsTable,
  PayloadBlocksTable,
  SpanPayloadsTable,
  SpansTable,
  TraceLabelsTable,
  UncountedTracesTable,
  UnreadMetadataTable,
  DeletedTracesTable,
  PinnedTracesTable,
  TracesTable,
} from './tables/traces.ts'

/** All tables. Times are integer microseconds, amounts integer nano-dollars, ids UUIDv7 text. */
export type Schema = {
  workspaces: WorkspacesTable
  agents: AgentsTable
  draft_revisions: DraftRevisionsTable
  agent_versions: AgentVersionsTable
  graphs: GraphsTable
  collections: CollectionsTable
  collection_documents: CollectionDocumentsTable
  collection_chunks: CollectionChunksTable
  connections: ConnectionsTable
  model_prices: ModelPricesTable
  settings: SettingsTable
  threads: ThreadsTable
  deleted_threads: DeletedThreadsTable
  runs: RunsTable
  run_events: RunEventsTable
  checkpoints: CheckpointsTable
  checkpoint_blobs: CheckpointBlobsTable
  checkpoint_writes: CheckpointWritesTable
  value_blocks: ValueBlocksTable
  store_items: StoreItemsTable
  tool_writes: ToolWritesTable
  job_leases: JobLeasesTable
  traces: TracesTable
  deleted_traces: DeletedTracesTable
  pinned_traces: PinnedTracesTable
  spans: SpansTable
  payload_blocks: PayloadBlocksTable
  span_payloads: SpanPayloadsTable
  trace_labels: TraceLabelsTable
  unread_metadata: UnreadMetadataTable
  uncounted_traces: UncountedTracesTable
  exchanges: ExchangesTable
  rollups: RollupsTable
  replays: ReplaysTable
  replay_batches: ReplayBatchesTable
  suites: SuitesTable
  comparisons: ComparisonsTable
  comparison_cells: ComparisonCellsTable
  comparison_batches: ComparisonBatchesTable
  batch_requests: BatchRequestsTable
  comparison_verdicts: ComparisonVerdictsTable
  comparison_votes: ComparisonVotesTable
  embedded_texts: EmbeddedTextsTable
  datasets: DatasetsTable
  dataset_versions: DatasetVersionsTable
  dataset_tags: DatasetTagsTable
  dataset_examples: DatasetExamplesTable
  example_files: ExampleFilesTable
  prompts: PromptsTable
  prompt_versions: PromptVersionsTable
  prompt_labels: PromptLabelsTable
  prompt_graphs: PromptGraphsTable
  tools: ToolsTable
  mcp_servers: McpServersTable
  projects: ProjectsTable
  deleted_projects: DeletedProjectsTable
  attachments: AttachmentsTable
  comparative_experiments: ComparativeExperimentsTable
  trace_shares: TraceSharesTable
  feedback: FeedbackTable
  feedback_tokens: FeedbackTokensTable
  feedback_configs: FeedbackConfigsTable
  rejected_items: RejectedItemsTable
  saved_views: SavedViewsTable
  search_queue: SearchQueueTable
  alerts: AlertsTable
  alert_firings: AlertFiringsTable
  alert_deliveries: AlertDeliveriesTable
  forwardings: ForwardingsTable
  forwarding_outbox: ForwardingOutboxTable
}

/** The default workspace of every installation. */
export const DEFAULT_WORKSPACE = '00000000-0000-7000-8000-000000000001'
