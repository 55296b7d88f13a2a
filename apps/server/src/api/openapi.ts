import {
  Agent,
  AgentVersion,
  Alert,
  AlertFiring,
  Cell,
  Checkpoint,
  Collection,
  Comparison,
  ComparisonDetail,
  ComparisonPlan,
  Connection,
  contract,
  Cost,
  Dataset,
  DatasetVersion,
  Draft,
  Example,
  Exchange,
  Experiment,
  GraphDocument,
  GraphNode,
  ImportPlan,
  ImportPreview,
  ImportReport,
  Interrupt,
  JsonObject,
  KnowledgeDocument,
  JsonSchema,
  Message,
  MetricsPoint,
  ModelPrice,
  Problem,
  PromptContent,
  PromptMetrics,
  PromptVersion,
  RegistryPrompt,
  Replay,
  ReplayBatch,
  ReplayDetail,
  ReplayReport,
  Run,
  RunDetail,
  RunError,
  RunEvent,
  SavedView,
  Span,
  SpanDetail,
  StartReplay,
  StartRun,
  Template,
  Thread,
  Trace,
  TraceImportReport,
  Transcription,
  Usage,
} from '@lathe/contract'
import { type OpenAPI, OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import type * as z from 'zod'
import { withFiles } from './openapi-files.ts'

/** Shapes that answers share. */
const answers = {
  Agent,
  AgentVersion,
  Alert,
  AlertFiring,
  Cell,
  Checkpoint,
  Collection,
  Comparison,
  ComparisonDetail,
  Connection,
  Cost,
  Dataset,
  DatasetVersion,
  Draft,
  Example,
  Exchange,
  Experiment,
  ImportPreview,
  ImportReport,
  Interrupt,
  KnowledgeDocument,
  MetricsPoint,
  ModelPrice,
  Problem,
  PromptMetrics,
  PromptVersion,
  RegistryPrompt,
  Replay,
  ReplayBatch,
  ReplayDetail,
  ReplayReport,
  Run,
  RunDetail,
  RunError,
  RunEvent,
  SavedView,
  Span,
  SpanDetail,
  Template,
  Thread,
  Trace,
  TraceImportReport,
  Transcription,
  Usage,
}

/** Shapes that are sent and answered alike, but for what is filled in when it is left out. */
const both = {
  ComparisonPlan,
  PromptContent,
  GraphDocument,
  GraphNode,
  JsonObject,
  JsonSchema,
  Message,
}

const PATH_METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

/** The OpenAPI document of the whole contract, every procedure with its errors. */
export async function describeApi(version: string, cookie: string): Promise<OpenAPI.Document> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
  const document = await generator.generate(contract, {
    info: {
      title: 'Lathe',
      version,
      description: 'Draw, run, trace, replay and compare LangGraph agents.',
    },
    servers: [{ url: '/api' }],
    security: [{ bearer: [] }, { cookie: [] }],
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The session token' },
        cookie: { type: 'apiKey', in: 'cookie', name: cookie },
      },
    },
    commonSchemas: sharedSchemas(),
  })
  return withFiles(withExport(withLastEventId(withValidParameters(document))))
}

/** Answers a file, which no procedure of the contract does. */
function withExport(document: OpenAPI.Document): OpenAPI.Document {
  const list = document.paths?.['/traces']?.get
  const text = { schema: { type: 'string' as const } }
  const own: OpenAPI.ParameterObject[] = [
    { name: 'format', in: 'query', schema: { type: 'string', enum: ['csv', 'jsonl'] } },
    {
      name: 'spans',
      in: 'query',
      description: 'Of JSONL: each trace with its spans and their payloads.',
      schema: { type: 'boolean' },
    },
  ]
  const shared = (list?.parameters ?? []).filter(
    (one) => !('name' in one && ['before', 'limit'].includes(one.name)),
  )
  document.paths = {
    ...document.paths,
    '/traces/export': {
      get: {
        operationId: 'traces.export',
        summary: 'Export traces as a file',
        description:
          'JSON lines with `spans` can be taken in again: each trace has its `spans` with their payloads, `feedbackItems` with all that was said of them, and `attachments` with the `base64` of each, or null where a file is larger than 30 MiB. Of more than 8 MiB a trace the others follow in further lines of the trace, with the spans they are attached to. CSV has a column for each key of `metadata` that is named.',
        tags: ['traces'],
        parameters: [...own, ...shared],
        responses: {
          ...list?.responses,
          200: {
            description: 'The file',
            content: { 'text/csv': text, 'application/x-ndjson': text },
          },
        },
      },
    },
  }
  return document
}

/** Read from the header where `after` is not given, because browsers' event sources send it. */
function withLastEventId(document: OpenAPI.Document): OpenAPI.Document {
  const events = document.paths?.['/runs/{id}/events']?.get
  events?.parameters?.push({
    name: 'Last-Event-ID',
    in: 'header',
    description: 'Number of the last event that was seen; `after` counts before it.',
    schema: { type: 'integer', minimum: 0 },
  })
  return document
}

function sharedSchemas() {
  const shared = (schemas: Record<string, z.ZodType>, strategy: 'input' | 'output', suffix = '') =>
    Object.entries(schemas).map(([name, schema]) => [`${name}${suffix}`, { schema, strategy }])
  return Object.fromEntries([
    ...shared(answers, 'output'),
    ...shared(both, 'output'),
    ...shared(both, 'input', 'Input'),
    ...shared({ ImportPlan, StartReplay, StartRun }, 'input'),
  ])
}

/** The generator gives path parameters two fields that only query parameters may have. */
function withValidParameters(document: OpenAPI.Document): OpenAPI.Document {
  for (const path of Object.values(document.paths ?? {})) {
    for (const method of PATH_METHODS) {
      for (const parameter of path?.[method]?.parameters ?? []) {
        if (!('in' in parameter) || parameter.in === 'query') continue
        delete parameter.allowEmptyValue
        delete parameter.allowReserved
      }
    }
  }
  return document
}
