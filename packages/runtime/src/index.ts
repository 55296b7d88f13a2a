export { createAgent, createToolRunner } from './agent/create-agent.ts'
export type { AgentModel, AgentOptions, AgentResult } from './agent/create-agent.ts'
export { buildLoop, buildToolRunner, recursionLimit } from './agent/loop.ts'
export type { BuiltLoop } from './agent/loop.ts'
export type {
  AgentLimits,
  LoopHost,
  LoopOptions,
  LoopState,
  LoopStep,
  LoopTool,
  ToolCall,
  ToolOptions,
} from './agent/loop-options.ts'
export { runNested } from './agent/nested.ts'
export type { NestedChunk, NestedRun } from './agent/nested.ts'
export { describeError, isRetryable, NodeFailure, PERMANENT_ERRORS } from './errors.ts'
export { code, codeReducer, expression } from './expressions.ts'
export {
  addedMessages,
  countTokens,
  imageMessage,
  optionalMessage,
  refuseToolCalls,
  toReply,
  withId,
  withPromptIds,
} from './messages.ts'
export {
  cacheKey,
  isEmpty,
  lookUpPath,
  renderEach,
  toPlain,
  toText,
  toTranscript,
} from './plain.ts'
export { append, countEdges, max, merge, min, replace, sum, union } from './reducers.ts'
export { ask } from './review/ask.ts'
export type { Question } from './review/ask.ts'
export { approveArgs, reviewCalls } from './review/tool-review.ts'
export { fanOut, toList, withUpdate } from './routing.ts'
export {
  choiceFormat,
  choose,
  parseAnswer,
  toResponseFormat,
  withChoices,
  withStructuredOutput,
} from './structured-output.ts'
export type { AnswerFormat, ResponseFormat, Validate } from './structured-output.ts'
export { callTool } from './agent/call-tool.ts'
export { pendingCalls } from './agent/tool-calls.ts'
export { getPath, pickPaths, withoutEmpty } from './values.ts'
