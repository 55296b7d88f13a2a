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
const EMPTY_ANSWER = {
  choices: [{ index: 0, message: { role: 'assistant', content: '' } }],
  output: [],
}

type PromptCall = {
  document: GraphDocument
  node: NodeOf<'model'>
  tools: Pick<ToolRegistry, 'find'>
}

/** The body that a graph of one prompt would send for this input; nobody is asked. */
export async function batchRequestBody(
  { document, node, tools }: PromptCall,
  input: JsonObject,
  connection: ModelConnection,
): Promise<JsonObject> {
  if (!('messages' in node.prompt)) throw new Error('The prompt is not in the graph')
  let body: JsonObject = {}
  const captureBody: Fetch = async ({ json }) => {
    // A chat model's body is an object: LatheChatModel makes it.
    body = json as JsonObject
    return Response.json(EMPTY_ANSWER)
  }
  const model = await createChatModel({
    connection,
    settings: node.model,
    fetch: captureBody,
    retry: NO_RETRY,
  })
  const toolDefinitions = (node.tools ?? []).map((name) => toolDefinition(getTool(name, tools)))
  await model.invoke(
    promptMessages(document, node.prompt.messages, input, toJson),
    toolDefinitions.length > 0 ? { tools: toolDefinitions } : {},
  )
  return Object.fromEntries(Object.entries(body).filter(([name]) => !DELIVERY.has(name)))
}

function getTool(name: string, tools: PromptCall['tools']) {
  const tool = tools.find(name)
  if (tool) return tool
  throw new LatheError('GRAPH_INVALID', `There is no tool \`${name}\``)
}

/** Where a body is sent to, below the base URL. */
export const batchPath = (body: JsonObject | undefined): '/responses' | '/chat/completions' =>
  body && 'input' in body ? '/responses' : '/chat/completions'

/** One request in the file of a batch. */
export const batchLine = (id: string, url: string, body: JsonObject): string =>
  `${JSON.stringify({ custom_id: id, method: 'POST', url, body })}\n`
