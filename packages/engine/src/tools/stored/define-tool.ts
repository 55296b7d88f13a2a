import type { Limits } from '@lathe/contract'
import type { Egress } from '../../egress/egress.ts'
import type { Grant } from '../../egress/grants.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { ToolDefinition } from '../definition.ts'
import { codeTool } from './code-tool.ts'
import { httpTool } from './http-tool.ts'
import type { StoredTool } from './stored-tool.ts'

/** What the tools of workspaces work with. */
export type Workshop = {
  egress: Egress
  sandbox: Sandbox
  /** Private hosts that every tool may reach. */
  allow: Grant[]
  limits: Pick<Limits, 'toolRetries' | 'toolResponseBytes' | 'providerMaxBackoffMs'>
}

/** A tool of a workspace as runs call it. */
export function defineTool(tool: StoredTool, workshop: Workshop): ToolDefinition {
  const { config } = tool
  return config.kind === 'code'
    ? codeTool(tool, config, workshop)
    : httpTool(tool, config, workshop)
}
