import type { JsonObject, NodeOf } from '@lathe/contract'
import { describeIssues, validateJson } from '../../json-schema/validate.ts'
import { NodeFailure } from '../failure.ts'
import { describeCall } from '../agents/loop-host.ts'
import { toolNamed } from '../agents/model-call.ts'
import { pause } from '../pauses/pause.ts'
import type { NodeCall, RuntimeTool } from '../runtime.ts'
import { compileValues } from '../values.ts'
import type { BuiltNode, NodeParts } from './body.ts'

export function buildTool(parts: NodeParts<NodeOf<'tool'>>): BuiltNode {
  const { id, node, runtime, createScope } = parts
  const readArgs = compileValues(node.args, createScope, runtime)
  const tool = toolNamed(node.tool, runtime)
  return {
    async run(state, call) {
      const toolCallId = `${id}-${call.config.executionInfo?.taskId ?? 'call'}`
      // Values are templates, expressions and plain data, so they are plain data.
      const mapped = (await readArgs(state, call)) as JsonObject
      const args = node.approval ? approved(parts, tool, toolCallId, mapped, call) : mapped
      const issues = validateJson(tool.schema, args)
      if (issues.length > 0) {
        const message = `The arguments of \`${id}\` do not fit \`${tool.name}\`: ${describeIssues(issues)}`
        throw new NodeFailure('TOOL_ERROR', message, { node: id })
      }
      const result = await tool.run(args, { ...call, toolCallId })
      return { update: node.writes === undefined ? {} : { [node.writes]: result } }
    },
  }
}

function approved(
  { id, node, runtime }: NodeParts<NodeOf<'tool'>>,
  tool: RuntimeTool,
  toolCallId: string,
  args: JsonObject,
  call: NodeCall,
): JsonObject {
  const callDescription = describeCall([tool], { id: toolCallId, name: node.tool, args })
  const question = { kind: 'approval' as const, title: node.title ?? id, calls: [callDescription] }
  const { decisions } = pause(runtime, question, call)
  const [decision] = decisions
  if (decision?.type === 'edit') return decision.args
  if (decision?.type !== 'reject') return args
  const reason = decision.reason ? `: ${decision.reason}` : ''
  throw new NodeFailure('TOOL_ERROR', `A human refused \`${node.tool}\`${reason}`, { node: id })
}
