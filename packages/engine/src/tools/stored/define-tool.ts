import type { CodeToolConfig } from '@lathe/contract'
import { LatheError } from '../../errors/lathe-error.ts'
import type { ToolDefinition } from '../definition.ts'
import { mcpTool } from '../mcp/mcp-tool.ts'
import { mediaTool } from '../media/media-tool.ts'
import { sqlTool } from '../sql/sql-tool.ts'
import { httpTool } from './http-tool.ts'
import type { StoredTool, Workshop } from './stored-tool.ts'

/** Creates the tool that runs call. */
export function defineTool(tool: StoredTool, workshop: Workshop): ToolDefinition {
  const { config } = tool
  switch (config.kind) {
    case 'code':
      return codeTool(tool, config, workshop)
    case 'sql':
      return sqlTool(tool, config, workshop)
    case 'media':
      return mediaTool(tool, config, workshop.limits)
    case 'mcp':
      return mcpTool(tool, config, workshop)
    default:
      return httpTool(tool, config, workshop)
  }
}

/** Runs the user's JavaScript in the sandbox: `args` in, JSON out. */
function codeTool(
  { name, description, schema, effect }: StoredTool,
  { code }: CodeToolConfig,
  { sandbox, limits }: Workshop,
): ToolDefinition {
  return {
    name,
    description,
    schema,
    effect,
    async run(args, { clockAndSeed, signal }) {
      const { value } = await sandbox.runCode(code, { args }, clockAndSeed, { signal })
      const bytes = Buffer.byteLength(JSON.stringify(value))
      if (bytes <= limits.toolResponseBytes) return value
      throw new LatheError(
        'PAYLOAD_TOO_LARGE',
        `The tool ${name} returned ${bytes} bytes, more than the limit of ${limits.toolResponseBytes}`,
        { hint: 'Return less, or raise LATHE_TOOL_RESPONSE_BYTES.' },
      )
    },
  }
}
