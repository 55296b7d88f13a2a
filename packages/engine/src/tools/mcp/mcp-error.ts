import { ownWord } from './last-word.ts'
import type { McpServerSpec } from './mcp-server.ts'
import { LatheError } from '../../errors/lathe-error.ts'
import { toLatheError } from '../../errors/to-lathe-error.ts'

/** JSON-RPC's and the protocol's own. */
const TIMED_OUT = -32_001
const CLOSED = -32_000
const UNKNOWN_METHOD = -32_601

/** What went wrong between Lathe and a server, in words for whoever looks after it. */
export function mcpError(thrown: unknown, server: McpServerSpec, lastWords: string): LatheError {
  const own = ownWord(thrown)
  if (own) return own
  const { name, transport } = server
  const where = transport.type === 'http' ? transport.url : ''
  const known = toLatheError(thrown, { connection: { id: '', name, baseUrl: where } })
  if (known.code === 'CONNECTION') {
    const { hint, retryable } = known
    return new LatheError('CONNECTION', `The MCP server ${name} is not there: ${known.message}`, {
      retryable,
      cause: thrown,
      ...(hint !== undefined && { hint }),
    })
  }
  if (known.code !== 'INTERNAL') return known
  const code = codeOf(thrown)
  const said = messageOf(thrown)
  const complaint = lastWords === '' ? '' : `. It said: ${lastWords}`
  const trouble = (message: string, hint?: string) =>
    new LatheError('CONNECTION', message + complaint, {
      retryable: true,
      cause: thrown,
      ...(hint !== undefined && { hint }),
    })
  if (code === 'ENOENT' || code === 'EACCES') {
    const hint = 'The operator corrects it in the file of MCP servers.'
    return trouble(`The MCP server ${name} cannot be started: ${said}`, hint)
  }
  if (code === 401 || code === 403) {
    return new LatheError('AUTHENTICATION', `The MCP server ${name} refused: ${said}`, {
      hint: 'Look at its secret headers under Tools.',
      cause: thrown,
    })
  }
  if (code === TIMED_OUT) {
    return new LatheError('TIMEOUT', `The MCP server ${name} did not answer in time`, {
      retryable: true,
      cause: thrown,
    })
  }
  if (code === CLOSED) return trouble(`The MCP server ${name} went away in the middle`)
  if (code === UNKNOWN_METHOD) {
    return new LatheError('BAD_RESPONSE', `The MCP server ${name} offers no tools: ${said}`)
  }
  if (isJsonRpc(thrown)) return new LatheError('TOOL_ERROR', said, { cause: thrown })
  return new LatheError(
    'BAD_RESPONSE',
    `The MCP server ${name} does not speak the protocol: ${said.slice(0, 500)}${complaint}`,
    { cause: thrown },
  )
}

/** The session is not known there any more: nothing was done with what was asked. */
export const isForgotten = (thrown: unknown): boolean => [400, 404].includes(Number(codeOf(thrown)))

const codeOf = (thrown: unknown): unknown =>
  thrown instanceof Error && 'code' in thrown ? thrown.code : undefined

const isJsonRpc = (thrown: unknown): boolean =>
  thrown instanceof Error && thrown.name === 'McpError'

const messageOf = (thrown: unknown): string =>
  (thrown instanceof Error ? thrown.message : String(thrown)).replace(/^MCP error -?\d+: /, '')
