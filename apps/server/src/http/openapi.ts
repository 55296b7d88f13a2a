import {
  Agent,
  AgentVersion,
  Checkpoint,
  Connection,
  contract,
  Draft,
  Exchange,
  GraphDocument,
  GraphNode,
  Interrupt,
  JsonSchema,
  Message,
  ModelPrice,
  Problem,
  Run,
  RunDetail,
  RunError,
  RunEvent,
  Span,
  SpanDetail,
  Template,
  Thread,
  Trace,
  Usage,
} from '@lathe/contract'
import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'

const named = {
  Agent,
  AgentVersion,
  Checkpoint,
  Connection,
  Draft,
  Exchange,
  GraphDocument,
  GraphNode,
  Interrupt,
  JsonSchema,
  Message,
  ModelPrice,
  Problem,
  Run,
  RunDetail,
  RunError,
  RunEvent,
  Span,
  SpanDetail,
  Template,
  Thread,
  Trace,
  Usage,
}

/** The OpenAPI document of the whole contract, every procedure with its errors. */
export function describeApi(version: string) {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
  return generator.generate(contract, {
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
        cookie: { type: 'apiKey', in: 'cookie', name: 'lathe-4747' },
      },
    },
    commonSchemas: Object.fromEntries(
      Object.entries(named).map(([name, schema]) => [name, { schema }]),
    ),
  })
}
