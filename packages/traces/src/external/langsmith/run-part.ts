import type { Json, JsonObject, RunError, SpanEvent, SpanKind } from '@lathe/contract'
import { isJsonObject } from '@lathe/contract/is-json-object'
import { readEnvironment } from '@lathe/contract/environments'
import {
  toName,
  firstText,
  isEmpty,
  toList,
  toObject,
  withoutUndefined,
  nonEmptyText,
  toIso,
  toMicros,
  toUuid,
} from '../fields.ts'
import { graphLocation } from '../langgraph-metadata.ts'
import { parseJsonText } from '../otlp/attributes.ts'
import type { SpanPart } from '../span-part.ts'
import { fromUsageMetadata } from '../usage-shapes.ts'
import { isInterrupt, toRunError } from './run-error.ts'
import { costOfRun, usageOfRun } from './run-usage.ts'

/**
 * Reads the ids of a run, its trace and its parent from a `dotted_order`. Undefined if it is
 * invalid.
 */
export function parseDottedOrder(text: string) {
  const ids = text.split('.').map((segment) => toUuid(segment.slice(segment.indexOf('Z') + 1)))
  const [traceId] = ids
  const id = ids.at(-1)
  const parentId = ids.at(-2)
  return traceId && id && !ids.includes(undefined) ? { id, traceId, parentId } : undefined
}

type SpanStart = { id: string; startedAt: number }

/** Builds a `dotted_order` from the path of spans, root first. */
export const toDottedOrder = (path: readonly SpanStart[]): string =>
  path.map(({ id, startedAt }) => `${toIso(startedAt).replaceAll(/[-:.]/g, '')}${id}`).join('.')

/** LangSmith's run type for each kind of span. */
export const LANGSMITH_RUN_TYPES = {
  agent: 'chain',
  chain: 'chain',
  model: 'llm',
  tool: 'tool',
  retriever: 'retriever',
  embedding: 'embedding',
  prompt: 'prompt',
  parser: 'parser',
} as const satisfies Record<SpanKind, string>

/** A problem with one field of a run. */
export type RunIssue = { field: string; message: string }

export type RunReading = { part: SpanPart } | { issue: RunIssue }

const KINDS: Record<string, SpanKind> = {
  chain: 'chain',
  llm: 'model',
  tool: 'tool',
  retriever: 'retriever',
  embedding: 'embedding',
  prompt: 'prompt',
  parser: 'parser',
}

/** Metadata key under which fields that have no place in a span are kept. */
export const LANGSMITH_KEY = 'langsmith'
const EXTRA_FIELDS = ['serialized', 'reference_example_id', 'agent_id', 'agent_environment']

/** Reads a run as an SDK created or updated it. Empty fields are ignored. */
export function readRun(run: JsonObject): RunReading {
  const id = toUuid(run['id'])
  if (id === undefined) return { issue: { field: 'id', message: 'is not a UUID' } }
  const order = nonEmptyText(run['dotted_order'])
  const place = order === undefined ? undefined : parseDottedOrder(order)
  const traceId = toUuid(run['trace_id'])
  const parentId = toUuid(run['parent_run_id'])
  const startedAt = toMicros(run['start_time'])
  const endedAt = toMicros(run['end_time'])
  const issue =
    order !== undefined && !place
      ? unreadableField('dotted_order')
      : findFieldIssue(run, { traceId, parentId, startedAt, endedAt })
  if (issue) return { issue }

  const extra = toObject(run['extra'])
  const metadata = toObject(extra['metadata'])
  const graph = graphLocation(metadata)
  const outputs = toObject(run['outputs'])
  const events = readEvents(run['events'])
  const text = nonEmptyText(run['error'])
  const error = text === undefined ? undefined : toRunError(text)
  const type = nonEmptyText(run['run_type'])?.toLowerCase()
  const isModel = type === undefined || type === 'llm' || type === 'embedding'
  const { metadata: _, ...rest } = extra
  const extraEntries = EXTRA_FIELDS.map((name) => [name, run[name] ?? null] as const)
  const extraFields: JsonObject = Object.fromEntries(
    [...Object.entries(rest), ...extraEntries].filter(([, value]) => !isEmpty(value)),
  )
  const spanMetadata: JsonObject = {
    ...metadata,
    ...(!isEmpty(extraFields) && { [LANGSMITH_KEY]: extraFields }),
  }
  return {
    part: {
      id,
      ...withoutUndefined({
        traceId: traceId ?? place?.traceId,
        parentId: parentId ?? place?.parentId,
        kind: spanKind(run, metadata),
        name: nonEmptyText(run['name']),
        node: graph.node,
        superstep: graph.superstep,
        startedAt,
        endedAt,
        firstTokenAt: events?.find(({ name }) => name === 'new_token')?.at,
        model: findModel(extra, metadata, toObject(run['inputs'])),
        provider: nonEmptyText(metadata['ls_provider']),
        usage: isModel ? usageOfRun(outputs, metadata) : undefined,
        cost: costOfRun(run, outputs, metadata),
        error,
        isInterrupt: isInterrupted(metadata, outputs, error) || undefined,
        tags: readTags(run['tags']),
        inputs: isEmpty(run['inputs']) ? undefined : run['inputs'],
        outputs: isEmpty(run['outputs']) ? undefined : run['outputs'],
        events,
        metadata: isEmpty(spanMetadata) ? undefined : spanMetadata,
        project: findProject(run),
        threadId: toName(
          firstText(metadata['session_id'], metadata['thread_id'], metadata['conversation_id']),
        ),
        environment: findEnvironment(run, metadata),
      }),
    },
  }
}

/** An interrupted node ends in an error. An interrupted graph reports it in its outputs. */
const isInterrupted = (metadata: JsonObject, outputs: JsonObject, error: RunError | undefined) =>
  Boolean(metadata['ls_is_error_interrupt']) ||
  isInterrupt(error) ||
  toList(outputs['__interrupt__']).length > 0

const unreadableField = (field: string): RunIssue => ({ field, message: 'cannot be read' })

const INVALID_UUID = 'is not a UUID'
const INVALID_TIME = 'is neither an ISO time nor a number of milliseconds'

type ParsedFields = {
  traceId: string | undefined
  parentId: string | undefined
  startedAt: number | undefined
  endedAt: number | undefined
}

/** Reports fields that are set but invalid and would put the span into a wrong place or time. */
function findFieldIssue(run: JsonObject, read: ParsedFields): RunIssue | undefined {
  const hasField = (field: string) => run[field] !== undefined && run[field] !== null
  const isLost = (field: string, value: unknown) => value === undefined && hasField(field)
  if (isLost('trace_id', read.traceId)) return { field: 'trace_id', message: INVALID_UUID }
  if (isLost('parent_run_id', read.parentId))
    return { field: 'parent_run_id', message: INVALID_UUID }
  if (isLost('start_time', read.startedAt)) return { field: 'start_time', message: INVALID_TIME }
  if (isLost('end_time', read.endedAt)) return { field: 'end_time', message: INVALID_TIME }
  for (const field of ['name', 'run_type', 'error'])
    if (hasField(field) && typeof run[field] !== 'string') return { field, message: 'is not text' }
  return undefined
}

function spanKind(run: JsonObject, metadata: JsonObject): SpanKind | undefined {
  const type = nonEmptyText(run['run_type'])?.toLowerCase()
  if (type === undefined) return undefined
  const [library, part] = toList(toObject(run['serialized'])['id'])
  const isGraph = graphLocation(metadata).isGraph || (library === 'langgraph' && part === 'pregel')
  return type === 'chain' && isGraph ? 'agent' : (KINDS[type] ?? 'chain')
}

function findModel(
  extra: JsonObject,
  metadata: JsonObject,
  inputs: JsonObject,
): string | undefined {
  const params = toObject(extra['invocation_params'])
  return firstText(
    metadata['ls_model_name'],
    ...['model', 'model_name', 'model_id', 'model_path', 'endpoint_name'].map((key) => params[key]),
    inputs['model'],
    inputs['model_name'],
  )
}

function findProject(run: JsonObject): SpanPart['project'] {
  const name = toName(nonEmptyText(run['session_name']))
  const id = toUuid(run['session_id'])
  return name === undefined && id === undefined ? undefined : withoutUndefined({ name, id })
}

const ENVIRONMENT = ['environment', 'env', 'ls_environment', 'deployment.environment.name']

/** Runs of an experiment belong to `comparison`. Otherwise the metadata names the environment. */
function findEnvironment(run: JsonObject, metadata: JsonObject): string | undefined {
  if (nonEmptyText(run['reference_example_id']) !== undefined) return 'comparison'
  return readEnvironment(firstText(...ENVIRONMENT.map((key) => metadata[key])))
}

function readTags(value: Json | undefined): string[] | undefined {
  const tags = toList(value).filter((tag) => typeof tag === 'string')
  return tags.length > 0 ? tags : undefined
}

function readEvents(value: Json | undefined): SpanEvent[] | undefined {
  const events = toList(value).flatMap((event): SpanEvent[] => {
    if (!isJsonObject(event)) return []
    const { name, time, ...attributes } = event
    const micros = toMicros(time)
    return micros === undefined
      ? []
      : [{ at: micros, name: nonEmptyText(name) ?? 'event', attributes }]
  })
  return events.length > 0 ? events : undefined
}

/** Tabular files contain the details as JSON text. */
const readUsage = (run: JsonObject) =>
  fromUsageMetadata({
    input_tokens: run['prompt_tokens'] ?? null,
    output_tokens: run['completion_tokens'] ?? null,
    input_token_details: parseJsonText(run['prompt_token_details']) ?? null,
    output_token_details: parseJsonText(run['completion_token_details']) ?? null,
  })

/**
 * Reads a run as LangSmith exports it. Its sums over children are dropped, because children are
 * counted themselves.
 */
export function readExportedRun(run: JsonObject): RunReading {
  const result = readRun(run)
  if ('issue' in result) return result
  const { cost, usage, firstTokenAt, ...part } = result.part
  const isCall = part.kind === 'model' || part.kind === 'embedding'
  return {
    part: {
      ...part,
      ...withoutUndefined({
        cost: isCall ? cost : undefined,
        usage: isCall ? (usage ?? readUsage(run)) : undefined,
        firstTokenAt: firstTokenAt ?? toMicros(run['first_token_time']),
        isRoot: run['parent_run_id'] === null ? true : undefined,
      }),
    },
  }
}
