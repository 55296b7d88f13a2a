export {
  createEgress,
  type Egress,
  type EgressFetch,
  type EgressInit,
  type EgressSettings,
} from './egress/egress.ts'
export type { Grant, Grants } from './egress/grants.ts'
export { type ErrorContext, LatheError, toRunError } from './errors/lathe-error.ts'
export { isRetryable, toLatheError } from './errors/to-lathe-error.ts'
export {
  type CallQueue,
  type CallWait,
  type Fetch,
  type ModelConnection,
  type ModelRequest,
  createOutsideScope,
} from './fetch/request.ts'
export { createModelAccess } from './fetch/pipeline.ts'
export type { ModelAccess } from './fetch/pipeline.ts'
export { createBatchClient } from './batches/batch-client.ts'
export type { BatchClient, ProviderBatch } from './batches/batch-client.ts'
export { readBatchAnswers } from './batches/answers.ts'
export type { BatchAnswer } from './batches/answers.ts'
export { batchRequestBody } from './batches/batch-line.ts'
export { createChatModel, createEmbeddings, loadModels } from './models/load-models.ts'
export { deleteModel, listModels, testConnection } from './models/connection.ts'
export type { ConnectionTest, ListedModel } from './models/connection.ts'
export { noConnection } from './run/connections.ts'
export type { FindDocuments, Found, SpentEmbedding } from './run/calls/collection-search.ts'
export type { Clock } from './record/clock.ts'
export { systemClock } from './record/clock.ts'
export type { RunSink } from './record/recorder.ts'
export { toJsonRecord } from './record/to-json.ts'
export type { PriceUsage, Totals } from './record/usage.ts'
export { createEngine, type Engine, type ExecuteOptions, HAND_OVER_REASON } from './run/engine.ts'
export type { Replay, ReplayPlan } from './replay/replay.ts'
export {
  createRecording,
  type Recording,
  type RecordedAnswer,
  type RecordingKey,
} from './replay/recording.ts'
export { refingerprint } from './replay/refingerprint.ts'
export type { RunOutcome, RunRequest, RunStart } from './run/request.ts'
export type {
  WriteCall,
  WriteOutcome,
  WriteLog,
  WriteKey,
  PreviousWrite,
} from './run/write-once.ts'
export type { StateUpdate, UpdatedState } from './run/checkpoints/update-state.ts'
export {
  type CodeResult,
  createSandbox,
  type Sandbox,
  type SandboxSettings,
} from './sandbox/sandbox.ts'
export { builtInTools } from './tools/built-in.ts'
export { askMedia } from './tools/media/ask-media.ts'
export { transcriptionRequest } from './tools/media/transcribe.ts'
export { callTool, tryTool } from './tools/call-tool.ts'
export {
  createToolRegistry,
  type FindTools,
  type ToolContext,
  type ToolDefinition,
  type ToolRegistry,
} from './tools/definition.ts'
export type { McpServerSpec } from './tools/mcp/mcp-server.ts'
export { type McpProbe, probeMcp } from './tools/mcp/list-tools.ts'
export { createMcpSessions } from './tools/mcp/sessions.ts'
export { defineTool } from './tools/stored/define-tool.ts'
export type { StoredTool, ToolSecrets } from './tools/stored/stored-tool.ts'
export type { NewExchange } from './replay/recording.ts'
export type { EngineDeps } from './run/runtime.ts'
export type { Workshop } from './tools/stored/stored-tool.ts'
