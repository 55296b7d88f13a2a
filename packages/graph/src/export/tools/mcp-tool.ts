import type { Plan } from '../parts/plan.ts'
import { quote } from '../print/literal.ts'
import type { ToolSource } from './built-in.ts'
import type { Setting } from './setting.ts'

export const MCP_FILE = 'tools/mcp.ts'

/** A tool of an MCP server, by LangChain's adapter; where the server is comes from the environment. */
export function mcpToolSource(plan: Plan, name: string): ToolSource | null {
  const config = plan.tools.get(name)?.config
  if (config?.kind !== 'mcp') return null
  return {
    run: `(args: object) => callMcp(${quote(config.server)}, ${quote(config.tool)}, args)`,
    imports: { callMcp: `/${MCP_FILE}` },
    files: { [MCP_FILE]: () => source },
  }
}

/** As `connectionOf` of the project reads them. */
export function mcpSetting(plan: Plan, name: string): Setting | null {
  const config = plan.tools.get(name)?.config
  if (config?.kind !== 'mcp') return null
  const prefix = `MCP_${config.server.toUpperCase().replaceAll('-', '_')}`
  const about = `The MCP server ${config.server}: its address, with what it asks for, or the command that starts it`
  const names = [`${prefix}_URL`, `${prefix}_AUTHORIZATION`, `${prefix}_COMMAND`]
  return { about, variables: names.map((variable) => [variable, '']) }
}

const source = `import { MultiServerMCPClient } from '@langchain/mcp-adapters'

/** Connects, calls and leaves: no connection outlives its call. */
export async function callMcp(server: string, name: string, args: object): Promise<unknown> {
  const client = new MultiServerMCPClient({
    mcpServers: { [server]: connectionOf(server) },
    useStandardContentBlocks: true,
  })
  try {
    const tools = await client.getTools()
    const found = tools.find((tool) => tool.name === name)
    if (!found) throw new Error(\`The MCP server \${server} has no tool \${name}\`)
    return await found.invoke({ ...args })
  } finally {
    await client.close()
  }
}

/** Where it is: \`MCP_<SERVER>_URL\`, with \`MCP_<SERVER>_AUTHORIZATION\` if it asks, or \`MCP_<SERVER>_COMMAND\`. */
function connectionOf(server: string) {
  const prefix = \`MCP_\${server.toUpperCase().replaceAll('-', '_')}\`
  const url = process.env[\`\${prefix}_URL\`]
  const authorization = process.env[\`\${prefix}_AUTHORIZATION\`]
  if (url) return { transport: 'http' as const, url, ...(authorization && { headers: { authorization } }) }
  const [command, ...args] = (process.env[\`\${prefix}_COMMAND\`] ?? '').split(' ')
  if (command) return { transport: 'stdio' as const, command, args }
  throw new Error(\`Where is the MCP server \${server}? Set \${prefix}_URL or \${prefix}_COMMAND\`)
}
`
