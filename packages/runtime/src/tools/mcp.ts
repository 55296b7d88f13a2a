import { MultiServerMCPClient } from '@langchain/mcp-adapters'

/** Calls a tool of an MCP server over a new connection. */
export async function callMcpTool(server: string, name: string, args: object): Promise<unknown> {
  const client = new MultiServerMCPClient({
    mcpServers: { [server]: readConnection(server) },
    useStandardContentBlocks: true,
  })
  try {
    const tools = await client.getTools()
    const found = tools.find((tool) => tool.name === name)
    if (!found) throw new Error(`The MCP server ${server} has no tool ${name}`)
    const result: unknown = await found.invoke({ ...args })
    return result
  } finally {
    await client.close()
  }
}

/** Reads `MCP_<SERVER>_URL`, with `MCP_<SERVER>_AUTHORIZATION`, or `MCP_<SERVER>_COMMAND`. */
function readConnection(server: string) {
  const prefix = `MCP_${server.toUpperCase().replaceAll('-', '_')}`
  const url = process.env[`${prefix}_URL`]
  const authorization = process.env[`${prefix}_AUTHORIZATION`]
  if (url) {
    return { transport: 'http' as const, url, ...(authorization && { headers: { authorization } }) }
  }
  const [command, ...args] = (process.env[`${prefix}_COMMAND`] ?? '').split(' ')
  if (command) return { transport: 'stdio' as const, command, args }
  throw new Error(`Where is the MCP server ${server}? Set ${prefix}_URL or ${prefix}_COMMAND`)
}
