import type { NodeOf } from '@lathe/contract'
import type { ModelRegistry } from '../parts/models.ts'
import { promptCode } from '../parts/prompt.ts'
import { toolIdent } from '../parts/plan.ts'
import type { NodeWriter } from '../parts/scope.ts'
import { list } from '../print/layout.ts'
import { key, member } from '../print/literal.ts'
import type { Body } from './body.ts'
import { answerParts, modelBody, outputs, picks } from './model.ts'

const LANGCHAIN = 'langchain'

/** Rounds of model and tools an agent may go when it says nothing else. */
const DEFAULT_ROUNDS = 25

/** The prebuilt agent, with what a node says about it as middleware. */
export function agentBody(writer: NodeWriter, node: NodeOf<'agent'>, models: ModelRegistry): Body {
  const { module } = writer
  const names = node.tools ?? []
  if (names.length === 0 && !node.summarize) return modelBody(writer, node, models)
  const model = module.use(models.add(node.model, names.length > 0), '/models.ts')
  const tools = names.map((name) => module.use(toolIdent(writer.plan, name), '/tools.ts'))
  const { middleware, hooks, rounds } = middlewareOf(writer, node, model)
  const agent = list(
    '{}',
    [`model: ${model}`, `tools: [${tools.join(', ')}]`, list('[]', middleware, 'middleware: ')],
    `const agent = ${module.use('createAgent', LANGCHAIN)}(`,
  )
  const conversation = node.summarize ? conversationOf(writer, node) : ''
  // The last round only says that it is one too many.
  const limit = (rounds + 1) * (2 + hooks) + 2
  const lines = [
    `const prompt = ${module.use('identified', '/lib/spoken.ts')}(${promptCode(writer, node.prompt)})`,
    `const { messages } = await agent.invoke({ messages: prompt }, { recursionLimit: ${limit} })`,
  ]
  const before = [`${agent})`]
  const said = (all: string) => ({
    messages: () => saidCode(writer, all, conversation),
    last: () => `${module.use('last', '/lib/spoken.ts')}(${all})`,
  })
  if (!node.answer) {
    return { isAsync: true, before, lines, update: outputs(writer, node, said('messages')) }
  }
  const answerAfter = module.use('answerAfter', '/lib/answer.ts')
  const wants = Object.keys(node.answer.writes).length > 0 ? 'answer, replies' : 'replies'
  const bare = module.use('bare', '/lib/spoken.ts')
  const call = `await ${answerAfter}<Answer>(${model}, format, ${bare}(messages))`
  return {
    isAsync: true,
    before: [...before, ...answerParts(writer, node.answer)],
    lines: [...lines, `const { ${wants} } = ${call}`],
    update: [
      ...picks(writer, node.answer, true),
      ...outputs(writer, node, said('[...messages, ...replies]')),
    ],
  }
}

const saidCode = ({ module }: NodeWriter, messages: string, conversation: string) =>
  `${module.use('spoken', '/lib/spoken.ts')}(prompt, ${messages}${conversation})`

function conversationOf({ plan }: NodeWriter, { output }: NodeOf<'agent'>): string {
  const name = output?.message ?? 'messages'
  return plan.document.state[name]?.type === 'messages' ? `, ${member('state', name)}` : ''
}

/** `hooks`: nodes they add to each round, which count as supersteps too. */
function middlewareOf(writer: NodeWriter, node: NodeOf<'agent'>, model: string) {
  const { module } = writer
  const { maxSteps, maxModelCalls, maxToolCalls, maxTotalTokens, approvals, summarize } = node
  const middleware: string[] = []
  let hooks = 0
  const add = (code: string, count: number) => {
    middleware.push(code)
    hooks += count
  }
  const rounds = Math.min(maxSteps ?? DEFAULT_ROUNDS, maxModelCalls ?? Infinity)
  if (maxSteps !== undefined || maxModelCalls !== undefined) {
    const limit = module.use('modelCallLimitMiddleware', LANGCHAIN)
    add(`${limit}({ runLimit: ${rounds}, exitBehavior: 'error' })`, 2)
  }
  if (maxTotalTokens !== undefined) {
    add(`${module.use('tokenLimit', '/lib/limits.ts')}(${maxTotalTokens})`, 2)
  }
  if (summarize) {
    const { afterTokens, keepMessages } = summarize
    const options = `{ model: ${model}, afterTokens: ${afterTokens}, keepMessages: ${keepMessages} }`
    add(`${module.use('summarize', '/lib/summarize.ts')}(${options})`, 1)
  }
  // Hooks after the model run from the last to the first: what is refused is not asked about.
  if (approvals?.length) {
    const asked = approvals.map((name) => `${key(name)}: true`)
    const human = module.use('humanInTheLoopMiddleware', LANGCHAIN)
    add(`${human}(${list('{}', [list('{}', asked, 'interruptOn: ')])})`, 1)
  }
  if (maxToolCalls !== undefined) {
    add(`${module.use('toolCallLimit', '/lib/limits.ts')}(${maxToolCalls})`, 1)
  }
  if ((node.tools ?? []).length > 0) {
    add(module.use('toolErrors', '/lib/tool-errors.ts'), 0)
    add(module.use('unsigned', '/lib/spoken.ts'), 0)
  }
  return { middleware, hooks, rounds }
}
