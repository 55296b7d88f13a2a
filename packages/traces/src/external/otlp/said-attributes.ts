/** What went in as a whole, by the name that says it first. */
export const PLAIN_INPUTS = [
  'gen_ai.prompt',
  'gen_ai.tool.call.arguments',
  'gen_ai.retrieval.query.text',
  'input.value',
  'traceloop.entity.input',
  'langfuse.observation.input',
  'ai.toolCall.args',
  'ai.prompt',
  'ai.value',
  'prompt',
]
export const PLAIN_OUTPUTS = [
  'gen_ai.completion',
  'gen_ai.tool.call.result',
  'gen_ai.retrieval.documents',
  'output.value',
  'traceloop.entity.output',
  'langfuse.observation.output',
  'ai.toolCall.result',
  'ai.response.object',
  'ai.response.text',
  'ai.embedding',
  'ai.embeddings',
  'final_result',
]

/** Said elsewhere in the span, and large. */
const SAID =
  /^(gen_ai\.(prompt|completion|input\.messages|output\.messages|system_instructions|tool\.call\.(arguments|result))|llm\.((input|output)_messages|tools)|(input|output)\.value|mastra\.\w+\.(input|output)|ai\.(values?|embeddings?|prompt|response\.(text|reasoning|toolCalls|object))|traceloop\.entity\.(input|output)|langfuse\.(observation|trace)\.(input|output)|embedding\.embeddings|all_messages_events|pydantic_ai\.all_messages|retrieval\.documents|reranker\.output_documents)(\.|$)/

export const isSaid = (key: string): boolean => SAID.test(key)
