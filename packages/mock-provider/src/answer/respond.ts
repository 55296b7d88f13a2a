import { compose } from '../compose/compose.ts'
import { render } from '../style/render.ts'
import { fillSchema } from '../structured/fill.ts'
import { capabilityOf } from '../tools/capability.ts'
import { planCalls } from '../tools/plan-calls.ts'
import { suits } from '../tools/suits.ts'
import type { JsonObject } from '../wire/json.ts'
import type { Answer } from './answer.ts'
import { callTool, say } from './answer.ts'
import type { Brief } from './brief.ts'
import { readBrief } from './brief.ts'
import type { Conversation, OfferedTool } from './conversation.ts'
import { materialOf } from './material-of.ts'

/** The demo model: tool calls while the request needs them, then the answer in the form asked for. */
export function respond(conversation: Conversation): Answer {
  const brief = readBrief(conversation)
  const calls = planCalls(brief)
  if (calls.length > 0) {
    return callTool(
      calls.map((call) => ({ name: call.name, arguments: JSON.stringify(call.arguments) })),
    )
  }
  const forced = conversation.mustCallTool ? toolToAnswerWith(brief) : undefined
  if (forced) {
    const value = fillSchema(objectSchema(forced.parameters), forced.name, materialOf(brief))
    return callTool([{ name: forced.name, arguments: JSON.stringify(value) }])
  }
  if (conversation.format) {
    return say(JSON.stringify(structured(conversation.format.schema, brief)))
  }
  return say(render(compose(brief), brief.style))
}

/** Where a call is demanded although nothing is left to look up: the tool that takes the answer. */
function toolToAnswerWith(brief: Brief): OfferedTool | undefined {
  const { tools } = brief.conversation
  return (
    tools.find((tool) => capabilityOf(tool) === 'answer') ??
    suits(brief.request, tools, brief)[0] ??
    tools[0]
  )
}

function structured(schema: JsonObject | undefined, brief: Brief): unknown {
  const material = materialOf(brief)
  return schema === undefined
    ? { answer: material.writer.answer() }
    : fillSchema(schema, '', material)
}

function objectSchema(parameters: JsonObject): JsonObject {
  return { ...parameters, type: 'object' }
}
