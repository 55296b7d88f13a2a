import { SystemMessage } from '@langchain/core/messages'
import type { BaseMessage } from '@langchain/core/messages'
import type { Answer, NodeOf } from '@lathe/contract'
import { parseAnswer, responseFormat } from '../answer.ts'
import { callModel } from '../model-call.ts'
import { compilePrompt } from '../prompt.ts'
import type { BuiltNode, NodeParts } from './body.ts'
import { at } from './body.ts'

type ByModel = Extract<NodeOf<'branch'>['decide'], { by: 'model' }>

/** A choice that is none of the offered ones, or that may not be taken again, is the else. */
export function buildChoice(
  { node, scopeOf, runtime, router }: NodeParts<NodeOf<'branch'>>,
  { model, prompt, choices }: ByModel,
): BuiltNode {
  const messagesOf = compilePrompt(prompt, scopeOf, runtime)
  const answer = choiceAnswer(choices, node.else)
  const lines = choices.map(({ port, description }) => `- ${port}: ${description}`)
  const instruction = ['Choose what fits best:', ...lines, `- ${node.else}: none of these`].join(
    '\n',
  )
  return {
    async run(state, call) {
      const messages = instructed(await messagesOf(state, call), instruction)
      const reply = await callModel(
        runtime,
        { model, messages, answer: responseFormat(answer) },
        call,
      )
      const parsed = parseAnswer(reply, answer.schema)
      const chosen = parsed.ok ? at(parsed.value, 'choice') : undefined
      const isUsable = typeof chosen === 'string' && router.isOpen(chosen, state)
      return { update: {}, port: isUsable ? chosen : node.else }
    },
  }
}

/** Into the system message, because many servers take one only, and only in front. */
function instructed([first, ...rest]: BaseMessage[], instruction: string): BaseMessage[] {
  if (first?.type === 'system')
    return [new SystemMessage(`${first.text}\n\n${instruction}`), ...rest]
  return [new SystemMessage(instruction), ...(first ? [first] : []), ...rest]
}

function choiceAnswer(choices: ByModel['choices'], otherwise: string): Answer {
  const ports = [...new Set([...choices.map(({ port }) => port), otherwise])]
  return {
    name: 'choice',
    schema: {
      type: 'object',
      properties: { choice: { type: 'string', enum: ports } },
      required: ['choice'],
      additionalProperties: false,
    },
    writes: {},
  }
}
