import type { ToolConfig, ToolDraft } from '@lathe/contract'
import { schemaIssues } from '@lathe/graph'
import { invalidInput } from '../../http/errors.ts'
import { isAddressed } from './tool-secrets.ts'

type Checked = Pick<ToolDraft, 'schema' | 'config'>

/** Refuses what could never be called. */
export function checkTool({ schema, config }: Checked): void {
  const [issue] = schemaIssues(schema)
  if (issue) throw invalidInput(['schema', issue.path].filter(Boolean).join('.'), issue.message)
  if (schema['type'] !== 'object') {
    throw invalidInput('schema.type', 'arguments are an object: `"type": "object"`')
  }
  if (!isAddressed(config)) return
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  for (const [, name = ''] of config.url.matchAll(/\{([^{}]*)\}/g)) {
    if (required.includes(name)) continue
    throw invalidInput('config.url', `\`{${name}}\` must be an argument that is required`)
  }
}

/** Whether a change leaves a tool the one of the MCP server it was; true of all others. */
export function isSameMcpTool(old: ToolConfig, next: ToolConfig): boolean {
  if (old.kind !== 'mcp' && next.kind !== 'mcp') return true
  return JSON.stringify(old) === JSON.stringify(next)
}
