/** What went in as a whole, by the name that says it first. */
export const PLAIN_INPUTS = [
  'gen_ai.prompt',
  'gen_ai.tool.call.arguments',
  'gen_ai.retrieval.query.text',
  'input.value',
  'traceloop.entity.input',
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
  'ai.toolCall.result',
  'ai.response.object',
  'ai.response.text',
  'final_result',
]

/** Said elsewhere in the span, and large. */
const SAID =
  /^(gen_ai\.(prompt|completion|input\.messages|output\.messages|system_instructions|tool\.call\.(arguments|result))|llm\.(input|output)_messages|(input|output)\.value|ai\.(prompt|response\.(text|toolCalls|object))|traceloop\.entity\.(input|output)|all_messages_events|pydantic_ai\.all_messages|retrieval\.documents|reranker\.output_documents)(\.|$)/

export const isSaid = (key: string): boolean => SAID.test(key)

const PLAIN = new Set([...PLAIN_INPUTS, ...PLAIN_OUTPUTS, 'events'])

/** The same by names that nothing is read by: of Logfire, OpenInference, Google's kit, Langfuse, MLflow and Genkit. */
const OTHER =
  /^(request_data|response_data|tool_(arguments|response)|gen_ai\.(tool\.definitions|evaluation\.explanation)|llm\.(prompts|completions|choices|prompt_template|function_call|tools)|tool\.parameters|retrieval\.query|embedding\.(text|embeddings)|reranker\.(query|input_documents)|gcp\.vertex\.agent\.(data|llm_request|llm_response|tool_call_args|tool_response)|langfuse\.(observation|trace)\.(input|output)|mlflow\.(spanInputs|spanOutputs)|genkit:(input|output)|ai\.(values|embeddings?))(\.|$)/

/** Whether an attribute may hold what went into a span or came out of it. */
export const carriesPayload = (key: string): boolean =>
  isSaid(key) || PLAIN.has(key) || OTHER.test(key)
