import {
  type Effect,
  HEADER_MASK,
  type HttpToolConfig,
  type Json,
  type JsonSchema,
  type McpToolConfig,
  MEDIA_ARGUMENTS,
  type MediaToolConfig,
  SQL_ARGUMENTS,
  type SqlToolConfig,
  type OpenApiToolConfig,
  type ToolDraft,
  type ToolEntry,
  ToolName,
} from '@lathe/contract'
import { argumentNames, parseScript, tagProblem } from '@lathe/graph'
import { findDatabaseProblem } from './find-database-problem.ts'
import { fromPairRows, type PairRow, toPairRows } from '../../ui/fields/pair-rows.tsx'

type HttpParts = {
  method: HttpToolConfig['method']
  url: string
  query: PairRow[]
  headers: PairRow[]
  secretHeaders: PairRow[]
  secretQuery: PairRow[]
  bodyType: HttpToolConfig['body']['type']
  /** Kept while another body type is selected. */
  bodyValue: Json
  bodyText: string
  contentType: string
  allowPrivate: boolean
}

type HttpDraft = HttpParts &
  ({ kind: 'http' } | Pick<OpenApiToolConfig, 'kind' | 'document' | 'operation'>)

type CodeDraft = { kind: 'code'; code: string }

/** Form values as typed, so that incomplete input is kept. */
export type ToolForm = {
  name: string
  description: string
  effect: Effect
  schema: JsonSchema
  config: HttpDraft | CodeDraft | McpToolConfig | SqlToolConfig | MediaToolConfig
}

export type { CodeDraft, HttpDraft, HttpParts }

const textSchema = (name: string, description: string): JsonSchema => ({
  type: 'object',
  properties: { [name]: { type: 'string', description } },
  required: [name],
  additionalProperties: false,
})

const noConfig = {
  kind: 'http',
  method: 'GET',
  query: [],
  headers: [],
  secretHeaders: [],
  secretQuery: [],
  bodyType: 'none',
  bodyValue: {},
  bodyText: '',
  contentType: 'text/plain; charset=utf-8',
  allowPrivate: false,
} satisfies Omit<HttpDraft, 'url'>

export const newTool: Record<'http' | 'code' | 'sql' | 'media', ToolForm> = {
  http: {
    name: '',
    description: '',
    effect: 'read',
    schema: textSchema('id', 'Id to look up'),
    config: { ...noConfig, url: 'https://' },
  },
  code: {
    name: '',
    description: '',
    effect: 'pure',
    schema: textSchema('text', 'Text to process'),
    config: { kind: 'code', code: 'const { text } = args\nreturn { length: text.length }' },
  },
  sql: {
    name: '',
    description: 'Queries the database. Its tables: ',
    effect: 'read',
    schema: SQL_ARGUMENTS,
    config: {
      kind: 'sql',
      database: { type: 'sqlite', file: '' },
      allowWrites: false,
      maxRows: 200,
      timeoutMs: 10_000,
    },
  },
  media: {
    name: '',
    description: '',
    effect: 'read',
    schema: MEDIA_ARGUMENTS.speak,
    config: {
      kind: 'media',
      task: { type: 'speak', voice: 'alloy', format: 'mp3' },
      connection: 'demo',
      model: 'demo-speech',
      tries: 3,
    },
  },
}

type UnmappedConfig = CodeDraft | McpToolConfig | SqlToolConfig | MediaToolConfig

/** Configs that the form holds in their stored shape. */
const isPlain = (config: ToolDraft['config'] | ToolForm['config']): config is UnmappedConfig =>
  config.kind === 'code' ||
  config.kind === 'mcp' ||
  config.kind === 'sql' ||
  config.kind === 'media'

export function createForm(
  tool: Pick<ToolEntry, 'name' | 'description' | 'effect' | 'schema'>,
  config: ToolDraft['config'],
): ToolForm {
  const { name, description, effect, schema } = tool
  const common = { name, description, effect, schema }
  if (isPlain(config)) return { ...common, config }
  const { body, query, headers, secretHeaders, secretQuery, ...otherConfig } = config
  return {
    ...common,
    config: {
      ...otherConfig,
      query: toPairRows(query),
      headers: toPairRows(headers),
      secretHeaders: toPairRows(secretHeaders),
      secretQuery: toPairRows(secretQuery),
      bodyType: body.type,
      bodyValue: body.type === 'json' ? body.value : {},
      bodyText: body.type === 'text' ? body.value : '',
      contentType: body.type === 'text' ? body.contentType : noConfig.contentType,
    },
  }
}

export function toToolDraft({ config, ...form }: ToolForm): ToolDraft {
  const common = { ...form, name: form.name.trim(), description: form.description.trim() }
  if (isPlain(config)) return { ...common, config }
  const { bodyType, bodyValue, bodyText, contentType, ...parts } = config
  const { query, headers, secretHeaders, secretQuery, ...otherConfig } = parts
  const bodyParts = { bodyType, bodyValue, bodyText, contentType }
  return {
    ...common,
    config: {
      ...otherConfig,
      url: config.url.trim(),
      query: fromPairRows(query),
      headers: fromPairRows(headers),
      secretHeaders: fromPairRows(secretHeaders),
      secretQuery: fromPairRows(secretQuery),
      body: toHttpBody(bodyParts),
    },
  }
}

type BodyParts = Pick<HttpParts, 'bodyType' | 'bodyValue' | 'bodyText' | 'contentType'>

function toHttpBody(body: BodyParts): HttpToolConfig['body'] {
  const { bodyType, bodyValue, bodyText, contentType } = body
  if (bodyType === 'json') return { type: 'json', value: bodyValue }
  if (bodyType === 'text') return { type: 'text', value: bodyText, contentType: contentType.trim() }
  return { type: bodyType }
}

export type FieldProblems = Partial<
  Record<
    'name' | 'description' | 'url' | 'request' | 'secrets' | 'code' | 'database' | 'model',
    string
  >
>

/** Validates the form before it is sent. */
export function findProblems(form: ToolForm, savedForm?: ToolForm): FieldProblems {
  const problems: FieldProblems = {}
  if (!ToolName.safeParse(form.name.trim()).success) {
    problems.name = 'Letters, digits, _ and -, at most 64'
  }
  if (form.description.trim() === '')
    problems.description = 'Enter a description: models choose a tool by it'
  const { config } = form
  if (config.kind === 'mcp') return problems
  if (config.kind === 'media') {
    const model = config.model.trim() === '' && 'Choose a model'
    return { ...problems, ...(model && { model }) }
  }
  if (config.kind === 'sql') {
    const problem = findDatabaseProblem(config, savedForm?.config)
    return { ...problems, ...(problem !== undefined && { database: problem }) }
  }
  if (config.kind === 'code') {
    const { problem } = parseScript(config.code, 'code')
    if (config.code.trim() === '') problems.code = 'Enter the code'
    else if (problem) {
      problems.code = `${problem.message} (line ${problem.line}, column ${problem.column})`
    }
    return problems
  }
  const origin = parseOrigin(config.url)
  if (origin === undefined) {
    problems.url = 'Enter an http or https address without {{name}} in its host'
    return problems
  }
  const { config: request } = toToolDraft(form)
  const tag = 'url' in request ? tagProblem(request, argumentNames(form.schema)) : null
  if (tag) problems[tag.field === 'url' ? 'url' : 'request'] = tag.message
  const before =
    savedForm && 'url' in savedForm.config ? parseOrigin(savedForm.config.url) : undefined
  const secrets = [...config.secretHeaders, ...config.secretQuery]
  if (before !== undefined && before !== origin && secrets.some(isMasked)) {
    problems.secrets = `Hidden values are for ${before}: enter them again, or remove them`
  }
  return problems
}

export const isMasked = ({ value }: PairRow): boolean => value === HEADER_MASK

export const parseOrigin = (url: string): string | undefined =>
  /^https?:\/\/[^/?#{}\s@]+(?=[/?#]|$)/.exec(url.trim())?.[0].toLowerCase()
