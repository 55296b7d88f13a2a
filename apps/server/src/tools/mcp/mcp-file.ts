import { readFile } from 'node:fs/promises'
import { ToolName } from '@lathe/contract'
import * as z from 'zod'

const Started = z.strictObject({
  type: z.literal('stdio').optional(),
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.string()).default({}),
  cwd: z.string().optional(),
})
export type StartedServer = z.infer<typeof Started>

const File = z.strictObject({ mcpServers: z.record(ToolName, Started) })

export type McpFile = {
  servers: ReadonlyMap<string, StartedServer>
  /** Null if the file is valid or missing. */
  problem: string | null
}

/** Reads the operator's servers on every call, so that edits apply at once. */
export async function readMcpFile(path: string): Promise<McpFile> {
  try {
    const { mcpServers } = File.parse(JSON.parse(await readFile(path, 'utf8')))
    return { servers: new Map(Object.entries(mcpServers)), problem: null }
  } catch (error) {
    return { servers: new Map(), problem: problemOf(error) }
  }
}

function problemOf(error: unknown): string | null {
  if (error instanceof z.ZodError) {
    const [issue] = error.issues
    return issue ? `${issue.path.join('.')}: ${issue.message}` : 'It is invalid'
  }
  if (error instanceof SyntaxError) return `It is not valid JSON: ${error.message}`
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOENT' ? null : `It cannot be read: ${String(code ?? error)}`
}
