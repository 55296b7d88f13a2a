export const atLib = {
  path: 'lib/at.ts',
  text: `/** Writes what stands at a dotted path, if there is something. */
export function at(value: unknown, path: string, write: (found: never) => object): object {
  let current = value
  for (const key of path.split('.')) {
    if (current === null || current === undefined) return {}
    const holder: object = Object(current)
    if (!Object.hasOwn(holder, key)) return {}
    current = (holder as Record<string, unknown>)[key]
  }
  return current === undefined ? {} : write(current as never)
}
`,
}

export const onlyLib = {
  path: 'lib/only.ts',
  text: `import type { Update } from '../state.ts'

/** What code returned, if it is nothing but these channels. */
export function only(channels: readonly string[], returned: unknown): Update {
  if (returned === null || returned === undefined) return {}
  if (typeof returned !== 'object' || Array.isArray(returned)) {
    throw new Error('The code must return an object of channels')
  }
  const entries = Object.entries(returned).filter(([, value]) => value !== undefined)
  const extra = entries.find(([name]) => !channels.includes(name))
  if (extra) throw new Error(\`The code returned \${extra[0]}, which it does not say it writes\`)
  return Object.fromEntries(entries)
}
`,
}

export const promptLib = {
  path: 'lib/prompt.ts',
  text: `import { AIMessage, HumanMessage, SystemMessage } from '@langchain/core/messages'
import type { BaseMessage } from '@langchain/core/messages'

const CLASSES = { system: SystemMessage, user: HumanMessage, assistant: AIMessage }

/** A message, or none where its text comes out blank. */
export function said(role: keyof typeof CLASSES, text: string): BaseMessage[] {
  return text.trim() === '' ? [] : [new CLASSES[role](text)]
}

/** A user's message with pictures, of which those are left out whose address comes out blank. */
export function shown(text: string, images: readonly string[], detail?: 'low' | 'high'): BaseMessage[] {
  const pictures = images.filter((image) => image.trim() !== '')
  if (pictures.length === 0) return said('user', text)
  const content = [
    ...(text.trim() === '' ? [] : [{ type: 'text' as const, text }]),
    ...pictures.map((url) => ({
      type: 'image_url' as const,
      image_url: { url: url.trim(), ...(detail && { detail }) },
    })),
  ]
  return [new HumanMessage({ content })]
}
`,
}

export const askLib = {
  path: 'lib/ask.ts',
  text: `import { interrupt } from '@langchain/langgraph'

export type Question = {
  title: string
  message: string
  form?: Record<string, unknown>
  decisions: { port: string; label: string }[]
  /** How long to wait; then the answer is the decision \`timeout\`. */
  deadlineMs?: number
}

/** Waits for a human, whose answer comes with \`new Command({ resume: { decision, values } })\`. */
export function ask<A extends { decision: string; values: object }>(question: Question): A {
  const answer = interrupt<Question & { kind: 'ask' }, A>({ kind: 'ask', ...question })
  const isKnown =
    question.decisions.some(({ port }) => port === answer.decision) ||
    (question.deadlineMs !== undefined && answer.decision === 'timeout')
  if (!isKnown) throw new Error(\`\${question.title}: there is no decision \${answer.decision}\`)
  return { ...answer, values: answer.values ?? {} }
}
`,
}

export const approvedLib = {
  path: 'lib/approved.ts',
  text: `import { interrupt } from '@langchain/langgraph'
import type { HITLRequest, HITLResponse } from 'langchain'

type Tool = { name: string; description: string }

/** The arguments a human lets through, maybe others than these; asked as \`humanInTheLoopMiddleware\` asks. */
export function approved<A extends Record<string, unknown>>({ name, description }: Tool, args: A): A {
  const { decisions } = interrupt<HITLRequest, HITLResponse>({
    actionRequests: [{ name, args, description }],
    reviewConfigs: [{ actionName: name, allowedDecisions: ['approve', 'edit', 'reject'] }],
  })
  const [decision] = decisions
  if (decision?.type === 'edit') return decision.editedAction.args as A
  if (decision?.type !== 'reject') return args
  throw new Error(\`A human refused \${name}\${decision.message ? \`: \${decision.message}\` : ''}\`)
}
`,
}

export const cacheKeyLib = {
  path: 'lib/cache-key.ts',
  text: `import { BaseMessage } from '@langchain/core/messages'
import { plain } from './scope.ts'

/** The key of a cached result: what the node looks at. Ids of messages are new in every run and say nothing. */
export function cacheKey(state: unknown, names?: readonly string[]): string {
  const entries = Object.entries(state as object).filter(([name]) => names?.includes(name) ?? true)
  return JSON.stringify(entries.map(([name, value]) => [name, anonymous(value)]))
}

function anonymous(value: unknown): unknown {
  if (BaseMessage.isInstance(value)) return Object.assign(plain(value) as object, { id: undefined })
  return Array.isArray(value) ? value.map(anonymous) : plain(value)
}
`,
}

export const callToolLib = {
  path: 'lib/call-tool.ts',
  text: `import type { StructuredToolInterface } from '@langchain/core/tools'

/** What a tool gives for arguments that no model wrote. */
export async function callTool<T>(
  tool: StructuredToolInterface,
  args: Record<string, unknown>,
): Promise<T> {
  return tool.invoke(args)
}
`,
}
