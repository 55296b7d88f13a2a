import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import * as z from 'zod'

const inputSchema = { sku: z.string().describe('Of the article') }

/**
 * The MCP server of a shop. A stock query for `rename` renames its tool; for `close` it shuts down.
 */
export async function startShop() {
  let stock = 'stock'
  const tools = () => {
    const server = new McpServer({ name: 'shop', version: '1' })
    const description = 'How many of an article are left'
    const annotations = { readOnlyHint: true }
    server.registerTool(stock, { description, annotations, inputSchema }, ({ sku }) => {
      if (sku === 'rename') stock = 'inventory'
      return { content: [{ type: 'text', text: `7 of ${sku} are left` }] }
    })
    server.registerTool('close', { description: 'Closes for good', inputSchema }, () => {
      stop()
      return { content: [] }
    })
    return server
  }
  const http = createServer((request, response) => {
    const transport = new StreamableHTTPServerTransport({})
    void tools()
      .connect(transport)
      .then(() => transport.handleRequest(request, response))
  })
  // On a busy machine a connection can idle for seconds and would be closed while in use.
  http.keepAliveTimeout = 10 * 60_000
  const stop = () => {
    http.close()
    http.closeAllConnections()
  }
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/mcp`, stop }
}
