import { type Json, type JsonObject, type RunError, isJsonObject } from '@lathe/contract'
import { usageAttributes } from '@lathe/traces'

/** Longer values are more than a name or id. */
const MAX_LENGTH = 200

/**
 * Keeps only metadata whose names are known to contain no inputs or outputs, or are in `own`. Also
 * applies to OpenTelemetry attributes, resources and links: other names may repeat content.
 */
export function withoutContent(metadata: JsonObject, allowedNames: readonly string[]): JsonObject {
  const allowed = new Set(allowedNames)
  const keepAllowed = (values: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(values).filter(
        ([name, value]) => allowed.has(name) || (CONTENT_FREE_NAMES.has(name) && isPlain(value)),
      ),
    )
  const { otel, ...rest } = metadata
  if (!isJsonObject(otel)) return keepAllowed(rest)
  const { resource, scope, links, ...attributes } = otel
  return {
    ...keepAllowed(rest),
    otel: {
      ...keepAllowed(attributes),
      // An attribute may have this name too, but no library is named by a sentence.
      ...(typeof scope === 'string' && NAME.test(scope) && { scope }),
      ...(isJsonObject(resource) && { resource: keepAllowed(resource) }),
      ...(Array.isArray(links) && { links: links.flatMap(toLink) }),
    },
  }
}

/** Keeps only the error's type: messages may quote content, and stacks repeat them. */
export const errorWithoutContent = ({ type, code }: RunError): string =>
  `${type !== undefined && NAME.test(type) ? type : code}: the message is hidden`

/** Name of a class or library. */
const NAME = /^[\w.$:@/-]{1,200}$/

const isShort = (value: Json | undefined): value is string | number | boolean | null =>
  typeof value === 'string' ? value.length <= MAX_LENGTH : value === null || isBare(value)

const isBare = (value: Json | undefined) => typeof value === 'number' || typeof value === 'boolean'

const isPlain = (value: Json | undefined): value is Json =>
  Array.isArray(value) ? value.every(isShort) : isShort(value)

const toLink = (link: Json): JsonObject[] =>
  isJsonObject(link)
    ? [
        Object.fromEntries(
          Object.entries(link).filter(
            ([name, value]) => /^(trace|span)_?id$/i.test(name) && isShort(value),
          ),
        ),
      ]
    : []

/**
 * Models, settings, ids and counts by semantic conventions; no text written by people or models.
 */
const CALL_NAMES = `
  gen_ai.operation.name gen_ai.system gen_ai.provider.name gen_ai.output.type gen_ai.token.type
  gen_ai.request.model gen_ai.request.temperature gen_ai.request.top_p gen_ai.request.top_k
  gen_ai.request.max_tokens gen_ai.request.frequency_penalty gen_ai.request.presence_penalty gen_ai.request.seed
  gen_ai.request.choice.count gen_ai.request.encoding_formats gen_ai.request.stream
  gen_ai.request.reasoning.effort gen_ai.embeddings.dimension.count
  gen_ai.response.id gen_ai.response.model gen_ai.response.finish_reasons gen_ai.response.time_to_first_chunk
  gen_ai.usage.total_tokens gen_ai.agent.id gen_ai.agent.name gen_ai.agent.version gen_ai.workflow.name
  gen_ai.conversation.id gen_ai.data_source.id gen_ai.tool.name gen_ai.tool.type gen_ai.tool.call.id
  gen_ai.serialized.name gen_ai.evaluation.name gen_ai.evaluation.score.value gen_ai.evaluation.score.label
  llm.model_name llm.provider llm.system llm.request.type llm.is_streaming llm.finish_reason llm.usage.total_tokens
  llm.token_count.total llm.cost.prompt llm.cost.completion llm.cost.total operation.cost
  openinference.span.kind embedding.model_name reranker.model_name reranker.top_k tool.name tool.id
  tool_call.id session.id user.id agent.name graph.node.id graph.node.name graph.node.parent_id
  traceloop.span.kind traceloop.entity.name traceloop.entity.path traceloop.entity.version traceloop.workflow.name
  traceloop.llm.request.type
  ai.operationId ai.model.id ai.model.provider ai.telemetry.functionId ai.response.id ai.response.model
  ai.response.finishReason ai.response.timestamp ai.response.msToFirstChunk ai.response.msToFinish
  ai.response.avgOutputTokensPerSecond ai.response.avgCompletionTokensPerSecond ai.finishReason
  ai.usage.totalTokens ai.usage.tokens ai.settings.maxRetries
  ai.settings.maxOutputTokens ai.settings.maxTokens ai.settings.temperature ai.settings.topP ai.settings.topK
  ai.settings.seed ai.settings.frequencyPenalty ai.settings.presencePenalty ai.toolCall.id ai.toolCall.name
  operation.name resource.name
  langsmith.span.kind langsmith.span.id langsmith.span.parent_id langsmith.span.dotted_order langsmith.trace.id
  langsmith.trace.session_id langsmith.trace.session_name
  langfuse.observation.type langfuse.environment langfuse.release langfuse.version mlflow.spanType
  logfire.level_num logfire.span_type agent_name model_name
`

/** Names of the program, its host and the services it calls. */
const ENVIRONMENT_NAMES = `
  service.name service.version service.namespace service.instance.id deployment.environment
  deployment.environment.name telemetry.sdk.name telemetry.sdk.language telemetry.sdk.version
  telemetry.distro.name telemetry.distro.version openinference.project.name
  host.name host.id host.arch host.type os.type os.name os.version process.pid process.executable.name
  process.runtime.name process.runtime.version process.runtime.description container.id container.name
  container.image.name container.image.tag container.image.tags k8s.cluster.name k8s.namespace.name k8s.node.name
  k8s.pod.name k8s.pod.uid k8s.container.name k8s.deployment.name cloud.provider cloud.region cloud.account.id
  cloud.availability_zone cloud.platform faas.name faas.version
  http.request.method http.response.status_code http.route http.method http.status_code
  http.request.body.size http.response.body.size server.address server.port net.peer.name net.peer.port
  network.protocol.name network.protocol.version network.transport
  rpc.system rpc.service rpc.method rpc.grpc.status_code db.system db.system.name db.operation db.operation.name
  db.name db.namespace db.collection.name messaging.system messaging.operation messaging.operation.name
  messaging.operation.type messaging.destination.name
  code.function code.function.name code.namespace code.filepath code.file.path code.lineno code.line.number
  thread.id thread.name otel.scope.name otel.scope.version otel.status_code error.type exception.type
`

/** Run metadata of LangChain, LangGraph, LangSmith and Lathe. */
const METADATA_NAMES = `
  ls_provider ls_model_name ls_model_type ls_temperature ls_max_tokens ls_integration ls_agent_type ls_run_depth
  ls_method ls_tracing_sample_rate ls_is_error_interrupt ls_otel_root ls_project_name ls_project_id ls_run_name
  langgraph_node langgraph_step langgraph_path langgraph_triggers langgraph_checkpoint_ns langgraph_type
  langgraph_version langgraph_plan langgraph_host langgraph_api_url langgraph_request_id checkpoint_ns
  checkpoint_id thread_id session_id conversation_id run_id run_attempt graph_id assistant_id user_id
  lc_agent_name lc_source created_by revision_id environment LANGSMITH_PROJECT LANGSMITH_TRACING
  LANGSMITH_TRACING_V2 LANGCHAIN_TRACING_V2 LANGCHAIN_PROJECT
  agentId version threadId graphHash seed attempt replayOf replayMode tape recording comparison variant repeat batch
  toolCallId cached pinned
`

/** Names of attributes and metadata without inputs or outputs. */
const CONTENT_FREE_NAMES: ReadonlySet<string> = new Set([
  ...usageAttributes,
  ...[CALL_NAMES, ENVIRONMENT_NAMES, METADATA_NAMES].join(' ').trim().split(/\s+/),
])
