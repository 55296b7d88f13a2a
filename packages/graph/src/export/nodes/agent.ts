import type { NodeOf } from '@lathe/contract'
import { DEFAULT_MESSAGES, type ExportedBody } from '@lathe/nodes'
import { RUNTIME } from '../parts/code.ts'
import type { ModelRegistry } from '../parts/models.ts'
import { toolIdent } from '../parts/plan.ts'
import { promptCode } from '../parts/prompt.ts'
import type { NodeWriter } from '../parts/scope.ts'
import { list } from '../print/layout.ts'
import { literal, member, quote } from '../print/literal.ts'
import { answerFields, answerType, outputs, picks } from './model.ts'

/** `createAgent` before the function, and its invocation inside. */
export function agentBody(
  writer: NodeWriter,
  node: NodeOf<'agent'>,
  models: ModelRegistry,
): ExportedBody {
  const { module, planned } = writer
  const names = node.tools ?? []
  const { systemPrompt, messages } = promptCode(writer, node.prompt, { splitsSystem: true })
  const { summarize, answer, approvals = [] } = node
  const tools = names.map((name) => module.use(toolIdent(writer.plan, name), '/tools.ts'))
  const limits = limitFields(node)
  const options = [
    `name: ${quote(planned.id)}`,
    `model: ${module.use(models.add(node.model, names.length > 0), '/models.ts')}`,
    ...(tools.length > 0 ? [`tools: [${tools.join(', ')}]`] : []),
    ...(systemPrompt === null ? [] : [`systemPrompt: ${systemPrompt}`]),
    ...(approvals.length > 0 ? [`approvals: ${literal(approvals)}`] : []),
    ...(limits.length > 0 ? [list('{}', limits, 'limits: ')] : []),
    ...(summarize ? [`summarize: ${literal({ ...summarize })}`] : []),
    ...(answer ? [list('{}', answerFields(answer), 'responseFormat: ')] : []),
  ]
  const type = answer ? '<Answer>' : ''
  const create = `const agent = ${module.use('createAgent', RUNTIME)}${type}(`
  const conversation = summarize ? conversationCode(writer, node) : []
  const input = list('{}', [...field('messages', messages), ...conversation])
  const update = [
    ...(answer ? picks(writer, answer, 'structuredResponse', true) : []),
    ...outputs(writer, node, { messages: 'newMessages', text: 'text' }),
  ]
  const used = ['newMessages', 'text', 'structuredResponse'].filter((name) =>
    update.some((line) => new RegExp(`\\b${name}\\b`).test(line)),
  )
  const call = `await agent.invoke(${input})`
  return {
    isAsync: true,
    before: [...(answer ? [answerType(answer)] : []), `${list('{}', options, create)})`],
    lines: [used.length > 0 ? `const { ${used.join(', ')} } = ${call}` : call],
    update,
  }
}

const field = (name: string, code: string): string[] => [`${name}: ${code}`]

/** The conversation that a summary shortens. */
function conversationCode({ plan }: NodeWriter, { output }: NodeOf<'agent'>): string[] {
  const name = output?.message ?? DEFAULT_MESSAGES
  const isConversation = plan.document.state[name]?.type === 'messages'
  return isConversation ? field('conversation', member('state', name)) : []
}

function limitFields(node: NodeOf<'agent'>): string[] {
  const { maxSteps, maxModelCalls, maxToolCalls, maxTotalTokens } = node
  const limits = {
    steps: maxSteps,
    modelCalls: maxModelCalls,
    toolCalls: maxToolCalls,
    tokens: maxTotalTokens,
  }
  return Object.entries(limits).flatMap(([name, limit]) =>
    limit === undefined ? [] : [`${name}: ${limit}`],
  )
}
