import {
  MEDIA_ARGUMENTS,
  SQL_ARGUMENTS,
  type SqlToolConfig,
  type ToolConfig,
  type ToolDraft,
} from '@lathe/contract'
import {
  parseAgentTool,
  argumentNames,
  argumentTags,
  parseScript,
  schemaIssues,
  tagProblem,
  withArgumentTags,
} from '@lathe/graph'
import { invalidInput } from '../platform/http/errors.ts'
import { isAddressed } from './tool-secrets.ts'

type Checked = Pick<ToolDraft, 'name' | 'schema' | 'config'>

/** Completes a tool by its kind. Converts the `{name}` arguments of older clients to `{{name}}`. */
export function asItsKind<T extends ToolDraft>(draft: T): T {
  const { config } = draft
  if (config.kind === 'media') {
    return { ...draft, schema: MEDIA_ARGUMENTS[config.task.type], effect: 'read' }
  }
  if (isAddressed(config)) {
    return { ...draft, config: withArgumentTags(config, argumentNames(draft.schema)) }
  }
  if (config.kind !== 'sql') return draft
  return { ...draft, schema: SQL_ARGUMENTS, effect: config.allowWrites ? 'write' : 'read' }
}

/** Rejects tools that can never be called. */
export function checkTool({ name, schema, config }: Checked): void {
  if (parseAgentTool(name))
    throw invalidInput('name', '`agent__` is reserved for agents that are called as tools')
  const [issue] = schemaIssues(schema)
  if (issue) throw invalidInput(['schema', issue.path].filter(Boolean).join('.'), issue.message)
  if (schema['type'] !== 'object') {
    throw invalidInput('schema.type', 'arguments must be an object: `"type": "object"`')
  }
  if (config.kind === 'sql') checkDatabase(config)
  if (!isAddressed(config)) return
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  const optional = argumentTags(config.url).find(({ name }) => !required.includes(name))
  const argument = optional?.name ?? /(?<!\{)\{([^{}]*)\}(?!\})/.exec(config.url)?.[1]
  if (argument === undefined) return
  throw invalidInput('config.url', `\`{{${argument}}}\` must be a required argument`)
}

/** Rejects code with syntax errors and templates with unknown arguments. */
export function checkTexts({ schema, config }: Pick<ToolDraft, 'schema' | 'config'>): void {
  if (isAddressed(config)) {
    const problem = tagProblem(config, argumentNames(schema))
    if (problem) throw invalidInput(`config.${problem.field}`, problem.message)
  }
  if (config.kind !== 'code') return
  const { problem } = parseScript(config.code, 'code')
  if (problem === null) return
  const { message, line, column } = problem
  throw invalidInput('config.code', `${message} (line ${line}, column ${column})`)
}

/** Whether an edit keeps the MCP server and tool. True for other kinds. */
export function isSameMcpTool(old: ToolConfig, next: ToolConfig): boolean {
  if (old.kind !== 'mcp' && next.kind !== 'mcp') return true
  return JSON.stringify(old) === JSON.stringify(next)
}

const KNOWN_PARAMETERS = new Set(['sslmode'])
const TLS_MODES = ['disable', 'require', 'verify-ca', 'verify-full']

/** Parameters of a database URL could name local files or another host. */
function checkDatabase({ database }: SqlToolConfig): void {
  if (database.type === 'sqlite') return
  const url = new URL(database.url)
  const unknown = [...url.searchParams.keys()].find((name) => !KNOWN_PARAMETERS.has(name))
  if (unknown !== undefined) {
    throw invalidInput('config.database.url', `\`${unknown}\` is not a supported parameter`)
  }
  const mode = url.searchParams.get('sslmode')
  if (mode !== null && !TLS_MODES.includes(mode)) {
    throw invalidInput('config.database.url', `\`sslmode\` must be one of ${TLS_MODES.join(', ')}`)
  }
  if (url.hostname === '' || url.pathname.length < 2) {
    throw invalidInput(
      'config.database.url',
      'must contain a host and a database: postgres://user@host/database',
    )
  }
}
