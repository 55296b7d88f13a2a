export { createEgress } from './egress/egress.ts'
export type { Egress, EgressFetch, EgressInit, EgressSettings } from './egress/egress.ts'
export type { Grant, Grants } from './egress/grants.ts'
export type { ErrorContext } from './errors/context.ts'
export { LatheError, toRunError } from './errors/lathe-error.ts'
export { isRetryable, toLatheError } from './errors/to-lathe-error.ts'
export { outsideScope } from './fetch/outside.ts'
export { createModelAccess } from './fetch/pipeline.ts'
export type { ModelAccess } from './fetch/pipeline.ts'
export type {
  CallLine,
  CallWait,
  Fetch,
  ModelConnection,
  ModelRequest,
  NewExchange,
} from './fetch/request.ts'
export { createBatchClient } from './batches/batch-client.ts'
export type { BatchClient, ProviderBatch } from './batches/batch-client.ts'
export { answersOf } from './batches/answers.ts'
export type { BatchAnswer } from './batches/answers.ts'
export { requestOf } from './batches/batch-line.ts'
export { createChatModel } from './models/chat-model.ts'
export { deleteModel, listModels, testConnection } from './models/connection.ts'
export type { ConnectionTest, ListedModel } from './models/connection.ts'
export { loadModels } from './models/load-models.ts'
export { createEmbeddings } from './models/embeddings.ts'
export { noConnection } from './run/connections.ts'
export type { FindDocuments, Found, SpentEmbedding } from './run/find-documents.ts'
export type { Clock } from './record/clock.ts'
export { systemClock } from './record/clock.ts'
export type { RunSink } from './record/sink.ts'
export { toJsonRecord } from './record/to-json.ts'
export type { PriceOf, Totals } from './record/usage.ts'
export type { Engine, EngineDeps, ExecuteOptions } from './run/engine.ts'
export { createEngine, HANDED_OVER } from './run/engine.ts'
export type { ReplayPlan } from './replay/plan.ts'
export type { Replay } from './replay/replay.ts'
export { createTape } from './replay/tape.ts'
export type { Tape, TapeAnswer, TapeKey } from './replay/tape.ts'
export type { RunOutcome, RunRequest, RunStart } from './run/request.ts'
export type {
  WriteCall,
  WriteEnding,
  WriteJournal,
  WriteKey,
  WriteKnown,
} from './run/write-journal.ts'
export type { StateUpdate, UpdatedState } from './run/update-state.ts'
export { createSandbox } from './sandbox/sandbox.ts'
export type { CodeResult, Sandbox, SandboxSettings } from './sandbox/sandbox.ts'
export { builtInTools } from './tools/built-in.ts'
export { askMedia } from './tools/media/ask-media.ts'
export { transcriptionRequest } from './tools/media/transcribe.ts'
export { callTool } from './tools/call-tool.ts'
export type { ToolContext, ToolDefinition } from './tools/definition.ts'
export type { McpServerSpec } from './tools/mcp/mcp-server.ts'
export { probeMcp } from './tools/mcp/probe.ts'
export type { McpProbe } from './tools/mcp/probe.ts'
export { createMcpSessions } from './tools/mcp/sessions.ts'
export { createToolRegistry } from './tools/registry.ts'
export type { FindTools, ToolRegistry } from './tools/registry.ts'
export { defineTool } from './tools/stored/define-tool.ts'
export type { Workshop } from './tools/stored/define-tool.ts'
export type { StoredTool, ToolSecrets } from './tools/stored/stored-tool.ts'
export { tryTool } from './tools/try-tool.ts'
