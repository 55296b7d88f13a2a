/**
 * Text that is common in payloads of LangChain, LangSmith and OpenTelemetry, so that zstd compresses even a short
 * payload well. zstd refers to the end of a dictionary with fewer bits, so the most frequent pieces come last. Stored
 * payloads contain the number of their dictionary: never change a dictionary, add another.
 */
const FIRST = [
  '{"type":"image_url","image_url":{"url":"data:image/png;base64,',
  '"additional_kwargs":{"refusal":null,"reasoning_content":"","audio":null},"logprobs":null,"system_fingerprint":"fp_',
  '"safetySettings":[],"groundingMetadata":{},"stop_sequence":null,"stop_reason":"end_turn","stop_reason":"tool_use"',
  '"page_content":"","metadata":{"source":"","title":"","chunk":0,"score":0.',
  '{"documents":[{"id":"","pageContent":"","metadata":{"source":"https://',
  '{"error":{"name":"Error","message":"","stack":"Error: \\n    at async ',
  '"Accept":"application/json","Content-Type":"application/json","User-Agent":"',
  '"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"query":{"type":"string","description":"The "},"limit":{"type":"integer","default":10,"minimum":1},"items":{"type":"array","items":{"type":"string"}},"enum":["',
  '"required":["query"],"additionalProperties":false,"strict":true}}}],"tool_choice":"auto","parallel_tool_calls":true,"temperature":0.7,"top_p":1,"max_tokens":1024,"stream":true,"stream_options":{"include_usage":true},"response_format":{"type":"json_schema","json_schema":{"name":"',
  '"tools":[{"type":"function","function":{"name":"search","description":"Search the ","parameters":{"type":"object","properties":{"',
  '{"role":"user","parts":[{"type":"text","content":"',
  '{"role":"assistant","parts":[{"type":"tool_call","id":"call_","name":"","arguments":{"',
  '"parts":[{"type":"tool_call_response","id":"call_","response":"',
  '"finish_reason":"tool_calls"}]',
  '"gen_ai.operation.name":"chat","gen_ai.provider.name":"openai","gen_ai.request.model":"","gen_ai.response.model":"","gen_ai.response.id":"chatcmpl-","gen_ai.usage.input_tokens":,"gen_ai.usage.output_tokens":,"gen_ai.conversation.id":"","gen_ai.agent.name":"","gen_ai.tool.name":"","gen_ai.tool.call.id":"call_',
  '"openinference.span.kind":"CHAIN","input.mime_type":"application/json","output.mime_type":"application/json","llm.model_name":"","llm.provider":"openai","llm.system":"openai","llm.token_count.prompt":,"llm.token_count.completion":,"llm.token_count.total":,"llm.invocation_parameters":"{\\"model\\": \\"","session.id":"","user.id":"","telemetry.sdk.language":"python","telemetry.sdk.name":"opentelemetry","telemetry.sdk.version":"1.","service.name":"","service.version":"","deployment.environment.name":"production","otel.scope.name":"openinference.instrumentation.langchain","otel.scope.version":"0.1.',
  '"traceloop.span.kind":"workflow","traceloop.entity.name":"","traceloop.entity.path":"","traceloop.workflow.name":"',
  '"runtime":{"sdk":"langsmith-py","sdk_version":"0.","library":"langsmith","platform":"Linux-6.","runtime":"python","py_implementation":"CPython","runtime_version":"3.12.","langchain_version":"1.","langchain_core_version":"1.","library_version":"',
  '"runtime":{"sdk":"langsmith-js","sdk_version":"0.","library":"langchain-core","runtime":"node","platform":"linux","runtime_version":"v2',
  '"revision_id":"","LANGSMITH_ENDPOINT":"https://","LANGSMITH_PROJECT":"","LANGSMITH_TRACING":"true","LANGCHAIN_TRACING_V2":"true","usage_metadata":{"input_tokens":,"output_tokens":,"total_tokens":,',
  '"langgraph_auth_user_id":"","graph_id":"","assistant_id":"","run_id":"","user_id":"","created_by":"system","run_attempt":1,"langgraph_version":"1.',
  '"langgraph_plan":"developer","langgraph_host":"self-hosted","langgraph_api_url":"http://localhost:2024"',
  '"checkpoint_ns":"agent:","__pregel_task_id":"","langgraph_step":1,"langgraph_node":"agent","langgraph_triggers":["branch:to:agent"],"langgraph_path":["__pregel_pull","agent"],"langgraph_checkpoint_ns":"agent:',
  '"ls_provider":"openai","ls_model_name":"gpt-","ls_model_type":"chat","ls_temperature":0,"ls_max_tokens":1024,"ls_integration":"langchain_chat_model","ls_run_depth":2,"ls_method":"traceable","ls_provider":"anthropic","ls_model_name":"claude-',
  '"thread_id":"","customer":"","env":"production","session_id":"","tenant":"","version":"","release":"',
  '{"input":"","output":"","question":"","answer":"","context":"","chat_history":[],"query":"","result":"","text":"","content":"","status":"","name":"","title":"","description":"","url":"https://","date":"2026-',
  'T00:00:00.000Z","id":"',
  '"usage_metadata":{"input_tokens":,"output_tokens":,"total_tokens":,"input_token_details":{"audio":0,"cache_read":0,"cache_creation":0},"output_token_details":{"audio":0,"reasoning":0}}',
  '"response_metadata":{"token_usage":{"completion_tokens":,"prompt_tokens":,"total_tokens":,"completion_tokens_details":{"accepted_prediction_tokens":0,"audio_tokens":0,"reasoning_tokens":0,"rejected_prediction_tokens":0},"prompt_tokens_details":{"audio_tokens":0,"cached_tokens":0}},"model_provider":"openai","model_name":"gpt-","model":"","id":"chatcmpl-","service_tier":"default","finish_reason":"stop","finish_reason":"tool_calls"',
  '{"generations":[[{"text":"","generation_info":{"finish_reason":"stop","logprobs":null},"type":"ChatGeneration","message":{"lc":1,"type":"constructor","id":["langchain","schema","messages","AIMessage"],"kwargs":{"content":"","additional_kwargs":{},"response_metadata":{},"type":"ai","id":"run-","tool_calls":[],"invalid_tool_calls":[]}}}]],"llm_output":{"token_usage":{"completion_tokens":,"prompt_tokens":,"total_tokens":},"model_name":"","model":"',
  '"tool_calls":[{"name":"","args":{"query":"","limit":},"id":"call_","type":"tool_call"}],"invalid_tool_calls":[],',
  '{"content":"","type":"tool","name":"","tool_call_id":"call_","status":"success","artifact":null,"additional_kwargs":{},"response_metadata":{},"id":"',
  '{"lc":1,"type":"constructor","id":["langchain_core","messages","ToolMessage"],"kwargs":{"content":"","tool_call_id":"call_","name":"',
  '{"lc":1,"type":"constructor","id":["langchain_core","messages","AIMessageChunk"],"kwargs":{"content":"","id":"run-","tool_calls":[{"id":"call_","name":"","args":{"',
  '{"messages":[[{"lc":1,"type":"constructor","id":["langchain_core","messages","SystemMessage"],"kwargs":{"content":"You are a helpful assistant. ","additional_kwargs":{},"response_metadata":{}}},{"lc":1,"type":"constructor","id":["langchain_core","messages","HumanMessage"],"kwargs":{"content":"',
  '{"messages":[{"role":"system","content":"You are a helpful "},{"role":"user","content":"","name":null},{"role":"assistant","content":null,"tool_calls":[{"id":"call_","type":"function","function":{"name":"","arguments":"{\\"query\\":\\"',
  '{"role":"tool","tool_call_id":"call_","content":"{\\"status\\":\\"ok\\",\\"result\\":\\"","name":"',
  '{"messages":[{"content":"","additional_kwargs":{},"response_metadata":{},"type":"human","name":null,"id":"","example":false},{"content":"","type":"ai","tool_calls":[',
].join('\n')

const dictionaries: readonly Buffer[] = [Buffer.from(FIRST)]

/** Numbers count from 1. */
export const NEWEST_DICTIONARY = dictionaries.length

export function dictionaryFor(number: number): Buffer {
  const dictionary = dictionaries[number - 1]
  if (!dictionary)
    throw new Error(`Packed with dictionary ${number}, which this version does not have`)
  return dictionary
}
