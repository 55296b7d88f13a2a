import type { GraphDocument, JsonObject, NodeOf } from '@lathe/contract'
import { promptMessages, toolDefinition } from '@lathe/graph/compile'
import type { Fetch, ModelConnection } from '../fetch/request.ts'
import { LatheError } from '../errors/lathe-error.ts'
import { createChatModel } from '../models/load-models.ts'
import { toJson } from '../record/to-json.ts'
import type { ToolRegistry } from '../tools/definition.ts'

/** How an answer is to be delivered: a batch delivers it in its own way. */
const DELIVERY = new Set(['stream', 'stream_options'])
const NO_RETRY = { retries: 0, maxBackoffMs: 0, maxRetryAfterMs: 0 }
/** Of either API. */
const NOTHING = { choices: [{ index: 0, message: { role: 'assistant', content: '' } }], output: [] }

type Asking = { document: GraphDocument; node: NodeOf<'model'>; tools: Pick<ToolRegistry, 'find'> }

/** The body that a graph of one prompt would send for this input; nobody is asked. */
export async function requestOf(
  { document, node, tools }: Asking,
  input: JsonObject,
  connection: ModelConnection,
): Promise<JsonObject> {
  if (!('messages' in node.prompt)) throw new Error('The prompt is not in the graph')
  let body: JsonObject = {}
  const keep: Fetch = async ({ json }) => {
    // A chat model's body is an object: LatheChatModel makes it.
    body = json as JsonObject
    return Response.json(NOTHING)
  }
  const model = await createChatModel({
    connection,
    settings: node.model,
    fetch: keep,
    retry: NO_RETRY,
  })
  const offered = (node.tools ?? []).map((name) => toolDefinition(toolNamed(name, tools)))
  await model.invoke(
    promptMessages(document, node.prompt.messages, input, toJson),
    offered.length > 0 ? { tools: offered } : {},
  )
  return Object.fromEntries(Object.entries(body).filter(([name]) => !DELIVERY.has(name)))
}

function toolNamed(name: string, tools: Asking['tools']) {
  const tool = tools.find(name)
  if (tool) return tool
  throw new LatheError('GRAPH_INVALID', `There is no tool \`${name}\``)
}

/** Where a body is sent to, below the base URL. */
export const pathOf = (body: JsonObject | undefined): '/responses' | '/chat/completions' =>
  body && 'input' in body ? '/responses' : '/chat/completions'

/** One request in the file of a batch. */
export const batchLine = (id: string, url: string, body: JsonObject): string =>
  `${JSON.stringify({ custom_id: id, method: 'POST', url, body })}\n`
