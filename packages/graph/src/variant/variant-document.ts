import type {
  Answer,
  Channel,
  GraphDocument,
  GraphNode,
  PromptMessage,
  VariantBase,
} from '@lathe/contract'
import { emptyDocument } from '../document/empty.ts'
import { nodeReads } from '../kinds/channel-uses.ts'
import { parseTemplate } from '../text/template.ts'
import { listTemplates } from '../prompts/list-templates.ts'

/** Channel of a bare prompt's answer. */
const ANSWER = 'answer'

type BarePrompt = Pick<Extract<VariantBase, { type: 'prompt' }>, 'messages' | 'model' | 'tools'>

/**
 * Returns a graph of one prompt: its variables are the input, and the text of the answer is the
 * output.
 */
export const promptDocument = ({ messages, model, tools = [] }: BarePrompt): GraphDocument =>
  singleNode(
    'prompt',
    {
      kind: 'model',
      prompt: { messages },
      model,
      ...(tools.length > 0 && { tools }),
      output: { text: ANSWER },
    },
    { [ANSWER]: { type: 'string' } },
  )

/**
 * Like `promptDocument`, but the output is an object; no variable may have the name of its channel.
 * `node` is the name in traces and errors.
 */
export const structuredPromptDocument = (
  { messages, model }: BarePrompt,
  { name, schema, node = 'prompt' }: Pick<Answer, 'schema'> & { name: string; node?: string },
): GraphDocument =>
  singleNode(
    node,
    {
      kind: 'model',
      prompt: { messages },
      model,
      answer: { name, schema, writes: { [name]: '' } },
    },
    { [name]: { type: 'object' } },
  )

type ModelNode = Extract<GraphNode, { kind: 'model' }>

function singleNode(
  id: string,
  node: ModelNode & { prompt: Pick<BarePrompt, 'messages'> },
  answer: Record<string, Channel>,
): GraphDocument {
  const placeholders = new Set(
    node.prompt.messages.flatMap((message) =>
      message.role === 'placeholder' ? [message.channel] : [],
    ),
  )
  const variables = [...new Set(nodeReads(node).uses.map(({ channel }) => channel))]
  const channels = variables.map((name): [string, Channel] => [
    name,
    { type: placeholders.has(name) ? 'messages' : 'string' },
  ])
  return {
    ...emptyDocument(),
    state: { ...Object.fromEntries(channels), ...answer },
    input: variables,
    output: Object.keys(answer),
    nodes: { [id]: node },
    edges: [
      { from: 'start', to: id },
      { from: id, to: 'end' },
    ],
  }
}

/** Returns the variables of a prompt's templates. */
export const promptVariables = (messages: readonly PromptMessage[]): string[] =>
  promptDocument({ messages: [...messages], model: { connection: '', name: '' } }).input

/** Returns the problems of a prompt's templates. */
export const promptProblems = (
  messages: readonly PromptMessage[],
): { path: string; message: string }[] =>
  messages.flatMap((message, index) =>
    listTemplates(message).flatMap((template, position) =>
      parseTemplate(template).problems.map((problem) => ({
        path: `messages.${index}.${position === 0 ? 'text' : `images.${position - 1}`}`,
        message: problem.message,
      })),
    ),
  )
