import type { AgentCall, Json, JsonObject } from '@lathe/contract'
import { AIMessage } from '@langchain/core/messages'
import type { BaseMessage } from '@langchain/core/messages'
import { parseAgentTool, agentTool } from '../../called-agents/agent-tools.ts'
import type { FindCalledAgent } from './called-agents.ts'
import { inputReader } from '../ends.ts'
import { runPausable } from '../pauses/paused-writes.ts'
import type { GraphRuntime, RuntimeTool } from '../runtime.ts'
import type { State } from '../state.ts'

/** Added to the number of nodes: exceeds the steps of a graph without loops. */
const STEPS_BESIDE_NODES = 10

/** Adds agents as tools to a runtime. */
export function withAgentTools(runtime: GraphRuntime, findSubgraph: FindCalledAgent): GraphRuntime {
  const tools = new Map<string, RuntimeTool>()
  const world: GraphRuntime = {
    ...runtime,
    tool(name) {
      const ref = parseAgentTool(name)
      if (!ref) return runtime.tool(name)
      const tool = tools.get(name) ?? asTool(name, ref, world, findSubgraph)
      tools.set(name, tool)
      return tool
    },
  }
  return world
}

/** Creates the tool of an agent. Its nodes run inside the call, each with its own span and address. */
function asTool(
  name: string,
  ref: AgentCall,
  runtime: GraphRuntime,
  called: FindCalledAgent,
): RuntimeTool {
  const { calledAgent, graph } = called(name, ref)
  const { document } = calledAgent
  const read = inputReader(document, { told: `The input of \`${name}\` is invalid` })
  const fewest = Object.keys(document.nodes).length + STEPS_BESIDE_NODES
  return {
    ...agentTool(ref, calledAgent, (tool) => runtime.tool(tool)?.effect),
    run: (args, call) =>
      runtime.within({ id: call.toolCallId, name, args }, call, async () => {
        const recursionLimit = Math.max(call.config.recursionLimit ?? 0, fewest)
        const end = await runPausable<State>(
          { ...call.config, recursionLimit },
          { stream: (config) => graph.stream(read(args), config) },
        )
        const outputEntries = document.output.map((channel) => [
          channel,
          toPlainOutput(runtime, end[channel]),
        ])
        const output: JsonObject = Object.fromEntries(outputEntries)
        const [firstChannel] = document.output
        return document.output.length === 1 && firstChannel !== undefined
          ? (output[firstChannel] ?? null)
          : output
      }),
  }
}

/** Returns the text of an agent's last message, or the value as JSON. */
function toPlainOutput(runtime: GraphRuntime, value: unknown): Json {
  if (!Array.isArray(value)) return runtime.toJson(value)
  const messages: (BaseMessage | Json)[] = value
  const last = messages.at(-1)
  return AIMessage.isInstance(last) ? last.text : runtime.toJson(value)
}
