import type { Limits } from '@lathe/contract'
import {
  askMedia,
  builtInTools,
  createToolRegistry,
  defineTool,
  createOutsideScope,
  probeMcp,
  tryTool,
  type EgressFetch,
  type FindDocuments,
  type FindTools,
  type ModelAccess,
  type ModelConnection,
  type StoredTool,
  type ToolContext,
  type ToolDefinition,
  type Workshop,
} from '@lathe/engine'
import type { Trials } from './engine-host.ts'

/** Tools that are tried outside a run share this memory namespace. */
const TRIAL_MEMORY = ['tool-tests']

export type ToolboxOptions = Omit<Workshop, 'limits'> & {
  limits: Limits
  /** Network access of the built-in tools. */
  fetch: EgressFetch
  store: (workspaceId: string) => NonNullable<ToolContext['store']>
  retrieve: FindDocuments
  models: ModelAccess
  connection: (workspaceId: string, name: string) => Promise<ModelConnection | undefined>
  findStoredTools: (workspaceId: string, names: readonly string[]) => Promise<StoredTool[]>
}

/** Creates the lookup of built-in and stored tools. */
export function createToolbox(options: ToolboxOptions): { find: FindTools; trials: Trials } {
  const { fetch, limits, findStoredTools } = options
  const builtIns = builtInTools(limits)
  const builtIn = createToolRegistry(builtIns)

  const createMediaAccess =
    (workspaceId: string): NonNullable<ToolContext['media']> =>
    async (request, signal) => {
      const access = {
        models: options.models,
        find: (name: string) => options.connection(workspaceId, name),
      }
      const { value } = await askMedia(access, request, { signal, scope: createOutsideScope() })
      return value
    }
  const attempt = (tool: ToolDefinition, ...[workspaceId, args, signal]: TrialFunction) =>
    tryTool(tool, args, {
      fetch,
      sandbox: options.sandbox,
      store: options.store(workspaceId),
      memoryPrefix: TRIAL_MEMORY,
      media: createMediaAccess(workspaceId),
      search: (...asked) => options.retrieve(workspaceId, ...asked),
      timeoutMs: limits.toolTimeoutMs,
      signal: signal ?? new AbortController().signal,
    })
  return {
    async find(workspaceId, names) {
      const added = await findStoredTools(
        workspaceId,
        names.filter((name) => builtIn.find(name)?.config || !builtIn.find(name)),
      )
      if (added.length === 0) return builtIn
      const key = added.map(({ revision }) => revision).toSorted()
      const replaced = new Set(added.map(({ name }) => name))
      const definitions = added
        .filter(({ isEnabled = true }) => isEnabled)
        .map((tool) => defineTool(tool, options))
      const otherDefinitions = builtIns.filter(({ name }) => !replaced.has(name))
      return createToolRegistry([...otherDefinitions, ...definitions], key.join(' '))
    },
    trials: {
      builtIn(name, ...trial) {
        const tool = builtIn.find(name)
        if (!tool) throw new Error(`No built-in tool is called ${name}`)
        return attempt(tool, ...trial)
      },
      stored: (tool, ...trial) => attempt(defineTool(tool, options), ...trial),
      mcpServer: (server, signal) =>
        probeMcp(options.mcp, server, {
          timeoutMs: limits.toolTimeoutMs,
          signal: signal ?? new AbortController().signal,
        }),
    },
  }
}

type TrialFunction = Parameters<Trials['stored']> extends [unknown, ...infer Rest] ? Rest : never
