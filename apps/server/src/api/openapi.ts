import {
  Agent,
  AgentVersion,
  Alert,
  AlertIncident,
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

/** Schemas shared by responses. */
const responseSchemas = {
  Agent,
  AgentVersion,
  Alert,
  AlertIncident,
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

/** Schemas shared by requests and responses, which differ only in default values. */
const requestSchemas = {
  ComparisonPlan,
  PromptContent,
  GraphDocument,
  GraphNode,
  JsonObject,
  JsonSchema,
  Message,
}

const PATH_METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

/** Generates the OpenAPI document of the whole contract with the errors of each procedure. */
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

/** Adds the file export, which is not in the contract. */
function withExport(document: OpenAPI.Document): OpenAPI.Document {
  const list = document.paths?.['/traces']?.get
  const text = { schema: { type: 'string' as const } }
  const own: OpenAPI.ParameterObject[] = [
    { name: 'format', in: 'query', schema: { type: 'string', enum: ['csv', 'jsonl'] } },
    {
      name: 'spans',
      in: 'query',
      description: 'JSONL only: each trace with its spans and their payloads.',
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
          'JSON Lines with `spans` can be imported again. Each trace then contains its `spans` with their payloads, `feedbackItems` with all feedback, and `attachments` with `base64` content, or null for a file over 30 MiB. Attachments over 8 MiB per trace follow in further lines of the trace, with the spans they belong to. CSV has a column for each requested `metadata` key.',
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

/** Browsers' `EventSource` sends the header when it reconnects. `after` takes precedence. */
function withLastEventId(document: OpenAPI.Document): OpenAPI.Document {
  const events = document.paths?.['/runs/{id}/events']?.get
  events?.parameters?.push({
    name: 'Last-Event-ID',
    in: 'header',
    description: 'Number of the last received event. `after` takes precedence.',
    schema: { type: 'integer', minimum: 0 },
  })
  return document
}

function sharedSchemas() {
  const shared = (schemas: Record<string, z.ZodType>, strategy: 'input' | 'output', suffix = '') =>
    Object.entries(schemas).map(([name, schema]) => [`${name}${suffix}`, { schema, strategy }])
  return Object.fromEntries([
    ...shared(responseSchemas, 'output'),
    ...shared(requestSchemas, 'output'),
    ...shared(requestSchemas, 'input', 'Input'),
    ...shared({ ImportPlan, StartReplay, StartRun }, 'input'),
  ])
}

/** The generator adds two fields to path parameters that are only valid for query parameters. */
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
