import type { CalleeRef, Json, JsonObject } from '@lathe/contract'
import { AIMessage } from '@langchain/core/messages'
import type { BaseMessage } from '@langchain/core/messages'
import { agentOfTool, agentTool } from '../callees/agent-tools.ts'
import type { CalledAgents } from './called-agents.ts'
import { inputReader } from './ends.ts'
import { runPausable } from './paused-writes.ts'
import type { GraphRuntime, RuntimeTool } from './runtime.ts'
import type { State } from './state.ts'

/** More than a graph without loops can need, so that only a loop ever meets the limit. */
const STEPS_BESIDE_NODES = 10

/** The same world, in which agents are tools too. */
export function withAgentTools(runtime: GraphRuntime, called: CalledAgents): GraphRuntime {
  const tools = new Map<string, RuntimeTool>()
  const world: GraphRuntime = {
    ...runtime,
    tool(name) {
      const ref = agentOfTool(name)
      if (!ref) return runtime.tool(name)
      const known = tools.get(name) ?? asTool(name, ref, world, called)
      tools.set(name, known)
      return known
    },
  }
  return world
}

/** Its nodes are executed within the call, each with its own span and its own place on the tape. */
function asTool(
  name: string,
  ref: CalleeRef,
  runtime: GraphRuntime,
  called: CalledAgents,
): RuntimeTool {
  const { callee, graph } = called(name, ref)
  const { document } = callee
  const read = inputReader(document, { told: `What \`${name}\` is given does not fit it` })
  const fewest = Object.keys(document.nodes).length + STEPS_BESIDE_NODES
  return {
    ...agentTool(ref, callee, (tool) => runtime.tool(tool)?.effect),
    run: (args, at) =>
      runtime.within({ id: at.toolCallId, name, args }, at, async () => {
        const recursionLimit = Math.max(at.config.recursionLimit ?? 0, fewest)
        const end = await runPausable<State>(
          { ...at.config, recursionLimit },
          { stream: (config) => graph.stream(read(args), config) },
        )
        const given = document.output.map((channel) => [channel, spoken(runtime, end[channel])])
        const output: JsonObject = Object.fromEntries(given)
        const [only] = document.output
        return document.output.length === 1 && only !== undefined ? (output[only] ?? null) : output
      }),
  }
}

/** Of a conversation, what the agent said last. */
function spoken(runtime: GraphRuntime, value: unknown): Json {
  if (!Array.isArray(value)) return runtime.toJson(value)
  const messages: (BaseMessage | Json)[] = value
  const last = messages.at(-1)
  return AIMessage.isInstance(last) ? last.text : runtime.toJson(value)
}
