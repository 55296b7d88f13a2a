import { RUNTIME } from '../parts/code.ts'
import type { Plan } from '../parts/plan.ts'
import { quote } from '../print/literal.ts'
import type { ToolSource } from './built-in.ts'
import type { Setting } from './setting.ts'

export const MCP = `${RUNTIME}/mcp`

/** A tool of an MCP server, whose address comes from the environment; null for any other. */
export function mcpToolSource(plan: Plan, name: string): ToolSource | null {
  const config = plan.tools.get(name)?.config
  if (config?.kind !== 'mcp') return null
  return {
    run: `(args: object) => callMcpTool(${quote(config.server)}, ${quote(config.tool)}, args)`,
    imports: { callMcpTool: MCP },
  }
}

export function mcpSetting(plan: Plan, name: string): Setting | null {
  const config = plan.tools.get(name)?.config
  if (config?.kind !== 'mcp') return null
  const prefix = `MCP_${config.server.toUpperCase().replaceAll('-', '_')}`
  const description = `The MCP server ${config.server}: its address, with what it asks for, or the command that starts it`
  const names = [`${prefix}_URL`, `${prefix}_AUTHORIZATION`, `${prefix}_COMMAND`]
  return { description, variables: names.map((variable) => [variable, '']) }
}
