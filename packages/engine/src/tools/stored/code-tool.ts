import type { CodeToolConfig } from '@lathe/contract'
import { LatheError } from '../../errors/lathe-error.ts'
import type { ToolDefinition } from '../definition.ts'
import type { Workshop } from './define-tool.ts'
import type { StoredTool } from './stored-tool.ts'

/** The user's own JavaScript, in the sandbox: `args` in, JSON out. */
export function codeTool(
  { name, description, schema, effect }: StoredTool,
  { code }: CodeToolConfig,
  { sandbox, limits }: Workshop,
): ToolDefinition {
  return {
    name,
    description,
    schema,
    effect,
    async run(args, { world, signal }) {
      const { value } = await sandbox.runCode(code, { args }, world, { signal })
      const bytes = Buffer.byteLength(JSON.stringify(value))
      if (bytes <= limits.toolResponseBytes) return value
      throw new LatheError(
        'PAYLOAD_TOO_LARGE',
        `The tool ${name} returned ${bytes} bytes, more than the ${limits.toolResponseBytes} it may`,
        { hint: 'Return less, or raise LATHE_TOOL_RESPONSE_BYTES.' },
      )
    },
  }
}
